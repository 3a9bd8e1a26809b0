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
