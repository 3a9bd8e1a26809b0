import type { ClientQuery } from '@northlight/contract';
import { sql } from 'kysely';
import { cutPage, type RowPage } from '../platform/db/cut-page.ts';
import { containsText } from '../platform/db/text-match.ts';
import type { Db, DbOrTx, Tx } from '../platform/db/database.ts';

/** Returns the clients of a project with their given names and devices. */
const selectProjectClients = (db: DbOrTx, projectId: number) =>
  db
    .selectFrom('online_clients')
    .innerJoin('devices', 'devices.id', 'online_clients.device_id')
    .leftJoin('client_names', (join) =>
      join
        .onRef('client_names.project_id', '=', 'online_clients.project_id')
        .onRef('client_names.mac', '=', 'online_clients.mac'),
    )
    .selectAll('online_clients')
    .select('client_names.name as given_name')
    .select('devices.name as device_name')
    .where('online_clients.project_id', '=', projectId);

const SEARCHED = [
  'client_names.name',
  'online_clients.name',
  'online_clients.mac',
  'online_clients.ip',
  'online_clients.ssid',
  'devices.name',
];

/** Lists a page of the online clients, and of those last seen after `since`, by MAC, with the number of all of them. */
export async function listClients(
  db: DbOrTx,
  projectId: number,
  since: Date,
  { cursor, limit, online, search }: ClientQuery,
): Promise<RowPage<ClientRow> & { readonly total: number }> {
  let all = selectProjectClients(db, projectId).where((where) =>
    where.or([where('online', '=', true), where('last_seen_at', '>', since)]),
  );
  if (online !== undefined) all = all.where('online', '=', online === 'true');
  if (search !== undefined) all = all.where(containsText(SEARCHED, search));
  let page = all.orderBy('online_clients.mac');
  if (cursor !== undefined) page = page.where('online_clients.mac', '>', cursor);
  if (limit === undefined && cursor === undefined) {
    const rows = await page.execute();
    return { rows, total: rows.length };
  }
  const rows = await (limit === undefined ? page : page.limit(limit + 1)).execute();
  const { total } = await all
    .clearSelect()
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { ...cutPage(rows, limit ?? rows.length, ({ mac }) => mac), total: Number(total) };
}

/** Returns the clients with these MACs; unknown MACs are omitted. */
export const findClientsByMac = (db: DbOrTx, projectId: number, macs: readonly string[]) =>
  selectProjectClients(db, projectId)
    .where('online_clients.mac', '=', sql<string>`any(${macs}::text[])`)
    .execute();

export type ClientRow = Awaited<ReturnType<typeof findClientsByMac>>[number];

/** Deletes the client row of a device that was listed as a client before it was added. */
export async function deleteDeviceFromClients(tx: Tx, projectId: number, mac: string): Promise<void> {
  await tx
    .deleteFrom('online_clients')
    .where('project_id', '=', projectId)
    .where('mac', '=', mac.toLowerCase())
    .execute();
}

/** Deletes offline clients last seen before a time. */
export async function deleteOldClients(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('online_clients')
    .where('online', '=', false)
    .where('last_seen_at', '<', before)
    .execute();
}

/** Lists the visits of a client, newest first. */
export function listVisits(db: DbOrTx, projectId: number, mac: string, limit: number) {
  return db
    .selectFrom('client_visits')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('mac', '=', mac)
    .orderBy('from_at', 'desc')
    .limit(limit)
    .execute();
}

export async function deleteOldVisits(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('client_visits').where('from_at', '<', before).where('until_at', '<', before).execute();
}

export async function readClientName(
  db: DbOrTx,
  projectId: number,
  mac: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('client_names')
    .select('name')
    .where('project_id', '=', projectId)
    .where('mac', '=', mac)
    .executeTakeFirst();
  return row?.name;
}

/** True when the project has seen a client: it is listed, or a visit is kept. */
export async function hasClient(db: DbOrTx, projectId: number, mac: string): Promise<boolean> {
  for (const table of ['online_clients', 'client_visits'] as const) {
    const rows = db.selectFrom(table).select('mac').where('project_id', '=', projectId);
    if (await rows.where('mac', '=', mac).limit(1).executeTakeFirst()) return true;
  }
  return false;
}

/** Sets the given name of a client; an empty name deletes it. */
export async function setClientName(db: DbOrTx, projectId: number, mac: string, name: string): Promise<void> {
  if (name === '') {
    await db.deleteFrom('client_names').where('project_id', '=', projectId).where('mac', '=', mac).execute();
    return;
  }
  await db
    .insertInto('client_names')
    .values({ project_id: projectId, mac, name })
    .onConflict((conflict) => conflict.columns(['project_id', 'mac']).doUpdateSet({ name }))
    .execute();
}

/** Deletes a project's clients with their visits and names. */
export async function deleteProjectClients(tx: Tx, projectId: number): Promise<void> {
  for (const table of ['online_clients', 'client_visits', 'client_names'] as const)
    await tx.deleteFrom(table).where('project_id', '=', projectId).execute();
}
