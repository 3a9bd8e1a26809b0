import {
  DomainError,
  ERRORS,
  formatModelName,
  FOUND_NODES_MINUTES,
  type MeshNodeRow,
} from '@northlight/contract';
import { MINUTE_MS } from '@northlight/runtime';
import { findFoundNodes } from '../../jobs/index.ts';
import { getProjectAccess, type RequestContext } from '../../platform/http/request-context.ts';
import { type ClaimResult, claimDevices } from '../claim.ts';

const UNKNOWN_SEARCH = 'The project has no such search for nodes. Search again.';
const SEARCH_TOO_OLD = 'The nodes were found more than 1 h ago. Search again.';
const NOT_FOUND = 'The search did not find this node. Search again.';

/**
 * Adds nodes that a search found, with the claim codes that the primary node reported. The same checks and limits
 * apply as for codes that a user enters, so that a primary node gains nothing by reporting nodes that it has not
 * received.
 */
export async function addFoundNodes(
  context: RequestContext,
  jobId: string,
  sns: readonly string[],
): Promise<{ added: number; rows: MeshNodeRow[] }> {
  const { clock, db } = context.services;
  const search = await findFoundNodes(db, getProjectAccess(context).projectId, jobId);
  if (!search) throw new DomainError('invalidParameters', { status: 404, message: UNKNOWN_SEARCH });
  if (search.at.getTime() + FOUND_NODES_MINUTES * MINUTE_MS < clock.now())
    throw new DomainError('invalidParameters', { message: SEARCH_TOO_OLD });
  const wanted = [...new Set(sns)];
  const claims = wanted.flatMap((sn, index) => {
    const node = search.nodes.find((each) => each.sn === sn);
    return node ? [{ sn, claimHash: node.claimHash, row: index + 1 }] : [];
  });
  const results = claims.length === 0 ? [] : await claimDevices(context, claims, 'valid');
  const resultBySn = new Map(results.map((result) => [result.claim.sn, result] as const));
  const rows = wanted.map((sn) => presentRow(sn, resultBySn.get(sn)));
  return { added: rows.filter(({ deviceId }) => deviceId !== undefined).length, rows };
}

function presentRow(sn: string, result: ClaimResult | undefined): MeshNodeRow {
  if (!result) return { sn, error: NOT_FOUND, code: ERRORS.invalidParameters.code };
  const { device, deviceId, error } = result;
  return {
    sn,
    ...(device && {
      name: device.name,
      model: device.model,
      modelName: formatModelName(device.model),
      kind: device.caps.kind,
    }),
    ...(deviceId !== undefined && { deviceId }),
    ...(error && { error: error.message, code: ERRORS[error.errorName].code }),
  };
}
