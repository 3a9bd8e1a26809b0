import type { Db } from '../platform/db/database.ts';
import type { Principal, ProjectAccess } from '../platform/http/principal.ts';
import { accessOn } from './policy.ts';
import { findProject } from './store.ts';

export type * from './tables.ts';
export { projectRoutes } from './routes.ts';
export { insertProject } from './service.ts';
export { projects001 } from './migrations/001-projects.ts';

/** A project as one caller may use it; undefined when it does not exist for him. */
export async function projectAccess(
  db: Db,
  principal: Principal,
  projectId: number,
): Promise<ProjectAccess | undefined> {
  const row = await findProject(db, projectId);
  return row && accessOn(principal, row);
}
