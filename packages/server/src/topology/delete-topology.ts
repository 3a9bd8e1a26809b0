import type { Db, Tx } from '../platform/db/database.ts';

const PROJECT_TABLES = [
  'topology_links',
  'topology_graphs',
  'topology_devices',
  'topology_states',
  'topology_requests',
  'topology_edits',
] as const;

/** Deletes the network topology of a project, with its history. */
export async function deleteProjectTopology(tx: Tx, projectId: number): Promise<void> {
  for (const table of PROJECT_TABLES)
    await tx.deleteFrom(table).where('project_id', '=', projectId).execute();
}

/** Deletes links, devices and edits that ended before a time, and states before it that a later state has replaced. */
export async function deleteOldTopology(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('topology_links').where('until', '<', before).execute();
  await db.deleteFrom('topology_devices').where('until', '<', before).execute();
  await db.deleteFrom('topology_edits').where('until', '<', before).execute();
  await db
    .deleteFrom('topology_states as old')
    .where('old.at', '<', before)
    .where((where) =>
      where.exists(
        where
          .selectFrom('topology_states as later')
          .select('later.at')
          .whereRef('later.project_id', '=', 'old.project_id')
          .whereRef('later.device_id', '=', 'old.device_id')
          .whereRef('later.at', '>', 'old.at')
          .where('later.at', '<', before),
      ),
    )
    .execute();
}
