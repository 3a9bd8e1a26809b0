import { DomainError, ERRORS } from '@northlight/contract';
import { findBrokenConstraint } from '../platform/db/errors.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import { getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
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
  services: Services,
  claims: readonly Claim[],
  mode: ClaimMode,
  context: RequestContext,
): Promise<ClaimResult[]> {
  return commitRequest(services, context, async (tx, after) => {
    const { projectId } = getProjectAccess(context);
    const checkedClaims = await checkClaims(services, tx, after, claims, mode !== 'check', context);
    const isRefused = mode === 'check' || (mode === 'all' && checkedClaims.some(({ error }) => error));
    if (isRefused || checkedClaims.every(({ error }) => error)) return checkedClaims;
    const results: ClaimResult[] = [];
    for (const checked of checkedClaims) {
      const { claim, device, role } = checked;
      const deviceId =
        device && role
          ? await insertDevice(services, tx, { projectId, sn: claim.sn, ...device, role })
          : undefined;
      results.push({ ...checked, ...(deviceId !== undefined && { deviceId }) });
    }
    const added = results.flatMap(({ claim: { sn }, deviceId }) =>
      deviceId === undefined ? [] : [{ sn, deviceId }],
    );
    await services.assignConfiguration(
      after,
      projectId,
      added.map(({ deviceId }) => deviceId),
    );
    await auditRequest(services, tx, context, {
      action: 'device.add',
      object: added.map(({ sn }) => sn).join(' '),
    });
    for (const { sn } of added) after.claimed(sn);
    after.liveIn(projectId, 'devices');
    await announceToHolders(tx, after, projectId, new Date(services.clock.now()), 'projects');
    return results;
  }).catch((error: unknown) => {
    // A violated unique name means that another transaction gave this name to a device.
    if (findBrokenConstraint(error) !== 'devices_project_name') throw error;
    throw new DomainError('deviceNameExists', { fields: { name: ERRORS.deviceNameExists.message } });
  });
}
