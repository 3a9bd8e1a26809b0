import { DomainError, type SandboxFault } from '@northlight/contract';
import type { Selectable } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';
import type { SandboxTable } from './tables.ts';

export type SandboxRow = Selectable<SandboxTable>;

/** Returns the sandbox that a project is; throws 404 for another project. */
export async function requireSandbox(db: DbOrTx, projectId: number): Promise<SandboxRow> {
  const row = await db
    .selectFrom('sandboxes')
    .selectAll()
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  if (!row)
    throw new DomainError('invalidParameters', { status: 404, message: 'This project is no sandbox.' });
  return row;
}

/** Returns the names in the source of a sandbox by those in it; empty if there is no such sandbox. */
export async function readOriginals(db: DbOrTx, projectId: number): Promise<ReadonlyMap<string, string>> {
  const row = await db
    .selectFrom('sandboxes')
    .select('originals')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return new Map(Object.entries(row?.originals ?? {}));
}

/** A simulated site and the faults that users have caused in it. */
export interface SandboxSite {
  readonly projectId: number;
  /** As the package that simulates it has described it. */
  readonly site: unknown;
  readonly faults: readonly SandboxFault[];
  /** Serial numbers by device. */
  readonly serialNumbers: ReadonlyMap<string, string>;
}

/** Reads the sites of sandboxes; their devices run while the projects exist. */
export async function readSandboxSites(
  db: DbOrTx,
  projectIds: readonly number[],
): Promise<readonly SandboxSite[]> {
  if (projectIds.length === 0) return [];
  const rows = await db
    .selectFrom('sandboxes')
    .select(['project_id', 'site', 'faults'])
    .where('project_id', 'in', projectIds)
    .execute();
  const devices = await db
    .selectFrom('devices')
    .select(['id', 'sn', 'project_id'])
    .where('project_id', 'in', projectIds)
    .execute();
  return rows.map(({ faults, project_id: projectId, site }) => ({
    projectId,
    site,
    faults,
    serialNumbers: new Map(
      devices.filter((device) => device.project_id === projectId).map(({ id, sn }) => [id, sn] as const),
    ),
  }));
}
