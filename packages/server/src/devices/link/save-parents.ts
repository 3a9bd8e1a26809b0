import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/**
 * Stores the device above each device of a project, with its port there; all other devices of the project have none.
 * Returns true if one of them changed.
 */
export async function saveParents(
  tx: Tx,
  projectId: number,
  parents: readonly { readonly id: string; readonly parentId: string; readonly parentPort: string | null }[],
): Promise<boolean> {
  const rows = parents.map(({ id, parentId, parentPort }) => ({
    id,
    parent_id: parentId,
    parent_port: parentPort,
  }));
  const { numAffectedRows = 0n } = await sql`
    update devices set parent_id = above.parent_id, parent_port = above.parent_port
    from (
      select known.id, given.parent_id, given.parent_port from devices as known
      left join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given (id text, parent_id text, parent_port text) on given.id = known.id
      where known.project_id = ${projectId}
    ) as above
    where devices.id = above.id
      and (devices.parent_id, devices.parent_port) is distinct from (above.parent_id, above.parent_port)`.execute(
    tx,
  );
  return numAffectedRows > 0n;
}
