import { DomainError, ERRORS } from '@northlight/contract';
import { findBrokenConstraint } from '../platform/db/errors.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import type { RequestContext } from '../platform/http/request-context.ts';
import { announceToHolders } from '../sharing/index.ts';
import { insertDevice } from './insert-device.ts';
import { type Claim, checkClaims, type CheckedClaim } from './check-claims.ts';

/** `all` adds all claims or none, `valid` adds claims without an error, `check` adds none. */
export type ClaimMode = 'all' | 'valid' | 'check';

export interface ClaimResult extends CheckedClaim {
  /** Id of the added device; absent if the claim added none. */
  readonly deviceId?: string;
}

/** Claims devices for a project; returns one result per claim, in the order of the claims. */
export async function claimDevices(
  context: RequestContext,
  claims: readonly Claim[],
  mode: ClaimMode,
): Promise<ClaimResult[]> {
  return commitRequest(context, async (work) => {
    const { projectId } = work;
    const checkedClaims = await checkClaims(work, claims, mode !== 'check');
    const isRefused = mode === 'check' || (mode === 'all' && checkedClaims.some(({ error }) => error));
    if (isRefused || checkedClaims.every(({ error }) => error)) return checkedClaims;
    const results: ClaimResult[] = [];
    for (const checked of checkedClaims) {
      const { claim, device, role } = checked;
      const deviceId =
        device && role ? await insertDevice(work, { projectId, sn: claim.sn, ...device, role }) : undefined;
      results.push({ ...checked, ...(deviceId !== undefined && { deviceId }) });
    }
    const added = results.flatMap(({ claim: { sn }, deviceId }) =>
      deviceId === undefined ? [] : [{ sn, deviceId }],
    );
    await context.services.assignConfiguration(
      work,
      projectId,
      added.map(({ deviceId }) => deviceId),
    );
    await work.audit({
      action: 'device.add',
      object: added.map(({ sn }) => sn).join(' '),
    });
    for (const { sn } of added) work.claimed(sn);
    work.live('devices');
    await announceToHolders(work, projectId, 'projects');
    return results;
  }).catch((error: unknown) => {
    // A violated unique name means that another transaction gave this name to a device.
    if (findBrokenConstraint(error) !== 'devices_project_name') throw error;
    throw new DomainError('deviceNameExists', { fields: { name: ERRORS.deviceNameExists.message } });
  });
}
