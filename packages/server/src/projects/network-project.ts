import type { Selectable } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';
import { prepareQuery } from '../platform/db/prepare-query.ts';
import type { ProjectTable } from './tables.ts';

const COLUMNS = ['id', 'name', 'net_mode', 'country', 'time_zone', 'device_verifier'] as const;

/** A project with everything that its network configuration needs. */
export type NetworkProjectRow = Pick<Selectable<ProjectTable>, (typeof COLUMNS)[number]>;

const readRow = prepareQuery('network-project', (db, id: number) =>
  db.selectFrom('projects').select(COLUMNS).where('id', '=', id),
);

export async function readNetworkProject(db: DbOrTx, id: number): Promise<NetworkProjectRow> {
  const [project] = await readRow(db, id);
  if (!project) throw new Error(`There is no project ${id}.`);
  return project;
}
