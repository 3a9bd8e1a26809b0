import { createHash } from 'node:crypto';
import type { Clock } from '@northlight/runtime';
import type { Db } from '../platform/db/database.ts';
import { ACCESS_EXPIRED, type Principal } from '../platform/http/principal.ts';
import { computeAccess } from './policy.ts';
import { listProjects } from './store.ts';

/**
 * Computes the version of a caller's project list, a number below 2^31 that differs after each change of its
 * projects, their data, rights or marks. Every process computes the same number from the list. Counts of
 * devices, clients and alarms do not change it.
 */
export async function computeListVersion(db: Db, clock: Clock, principal: Principal): Promise<number> {
  const now = clock.now();
  const shown = (await listProjects(db, principal, undefined)).flatMap((row) => {
    const access = computeAccess(principal, row, now);
    return access && access !== ACCESS_EXPIRED ? [[row, access.right]] : [];
  });
  return createHash('sha256').update(JSON.stringify(shown)).digest().readUInt32BE() >>> 1;
}
