import type { DbOrTx } from '../platform/db/database.ts';
import { selectOnlineClients } from './counts.ts';

/** Lists the online clients of a project that have an address, with their names. */
export async function listAddressedClients(
  db: DbOrTx,
  projectId: number,
): Promise<{ mac: string; name: string; ip: string }[]> {
  const rows = await selectOnlineClients(db)
    .select(['mac', 'name', 'ip'])
    .where('project_id', '=', projectId)
    .where('ip', '<>', '')
    .orderBy('mac')
    .execute();
  return rows.flatMap(({ ip, mac, name }) => (ip === null ? [] : [{ mac, name: name ?? '', ip }]));
}
