import type { Clock } from '@northlight/runtime';
import type { DbOrTx, Tx } from '../platform/db/database.ts';
import type { Principal, ProjectAccessResult } from '../platform/http/principal.ts';
import { computeAccess } from './policy.ts';
import { findProject, lockProject } from './store.ts';

export type * from './tables.ts';
export { getProject, projectRoutes } from './routes.ts';
export { deleteEndedDemoCopies, endCopy, hasDemoCopy, listDemoCopies } from './demo-copies.ts';
export { insertProject, createProjectId, type ProjectValues } from './service.ts';
export { hasProject, lockProject } from './store.ts';
export { computeListVersion } from './list-version.ts';
export { purgeDeletedProjects, purgeExpiredProjects, PROJECT_UNDO_MS } from './removal.ts';
export { buildWriteRightSql } from './write-right-sql.ts';
export { createDeviceVerifier } from './device-verifier.ts';
export { type NetworkProjectRow, readNetworkProject } from './network-project.ts';

/** Returns the same as `findProjectAccess`, after locking the project's row until the transaction ends. */
export async function lockProjectAccess(
  tx: Tx,
  clock: Clock,
  principal: Principal,
  projectId: number,
): Promise<ProjectAccessResult> {
  await lockProject(tx, projectId);
  return findProjectAccess(tx, clock, principal, projectId);
}

/** Returns a caller's access to a project; undefined without access or without such a project. */
export async function findProjectAccess(
  db: DbOrTx,
  clock: Clock,
  principal: Principal,
  projectId: number,
): Promise<ProjectAccessResult> {
  const row = await findProject(db, principal, projectId);
  return row && computeAccess(principal, row, clock.now());
}
