import type { DbOrTx } from '../platform/db/database.ts';

/** Lists the online clients of a project with the devices that report them. */
export const listAttachedClients = (db: DbOrTx, projectId: number) =>
  db
    .selectFrom('online_clients')
    .select(['mac', 'device_id as deviceId', 'name', 'ip', 'vlan', 'ssid', 'band', 'port'])
    .where('project_id', '=', projectId)
    .where('online', '=', true)
    .orderBy('mac')
    .execute();

/** Lists the ports at which wired clients of a project are, or were when they were seen last. */
export async function listWiredPlaces(db: DbOrTx, projectId: number, macs: readonly string[]) {
  const rows = await db
    .selectFrom('online_clients')
    .select(['mac', 'device_id', 'port'])
    .where('project_id', '=', projectId)
    .where('mac', 'in', macs)
    .execute();
  return rows.flatMap(({ port, ...row }) => (port === null ? [] : [{ ...row, port }]));
}
