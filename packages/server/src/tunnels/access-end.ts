import type { Clock } from '@northlight/runtime';
import { findPrincipalOfSession } from '../accounts/index.ts';
import type { Db } from '../platform/db/database.ts';
import { BOTH_ACCESS, getPermissionFor } from '../platform/http/principal.ts';
import { findProjectAccess } from '../projects/index.ts';
import type { TunnelRow } from './tunnel-rows.ts';

/**
 * Returns the time (ms) at which the access of the opening session to a tunnel expires; undefined when it has
 * ended already. Throws when the session itself has ended.
 */
export async function readAccessEnd(
  { clock, db }: { readonly clock: Clock; readonly db: Db },
  tunnel: TunnelRow,
): Promise<number | undefined> {
  const { access, device_id: deviceId, project_id: projectId, session_id: sessionId } = tunnel;
  const principal = await findPrincipalOfSession({ clock, db }, sessionId, access);
  if (principal.kind !== 'account') return undefined;
  const project = await findProjectAccess(db, clock, principal, projectId);
  const demand = { need: 'write', access: BOTH_ACCESS, notInDemo: true } as const;
  if (!getPermissionFor(principal, { ...demand, project }).allowed || typeof project !== 'object')
    return undefined;
  const device = db.selectFrom('devices').select('id').where('id', '=', deviceId);
  if (!(await device.where('project_id', '=', projectId).executeTakeFirst())) return undefined;
  return Math.min(principal.until ?? Infinity, project.until ?? Infinity, tunnel.expires_at.getTime());
}
