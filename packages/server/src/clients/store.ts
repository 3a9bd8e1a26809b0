import type { Db, DbOrTx } from '../platform/db/database.ts';

/** Clients that are online, and those last seen since a time. */
export async function listClients(db: DbOrTx, projectId: number, since: Date, online: boolean | undefined) {
  let query = db
    .selectFrom('online_clients')
    .innerJoin('devices', 'devices.id', 'online_clients.device_id')
    .selectAll('online_clients')
    .select('devices.name as device_name')
    .where('online_clients.project_id', '=', projectId)
    .where((where) => where.or([where('online', '=', true), where('last_seen_at', '>', since)]));
  if (online !== undefined) query = query.where('online', '=', online);
  return query.orderBy('online_clients.mac').execute();
}

export type ClientRow = Awaited<ReturnType<typeof listClients>>[number];

/** Deletes clients that left before a time. */
export async function forgetOldClients(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('online_clients')
    .where('online', '=', false)
    .where('last_seen_at', '<', before)
    .execute();
}
