import { LAN_VLAN_ID } from '@northlight/contract';
import { sql } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';

const COUNT = sql<number>`count(*)::int`.as('count');

export const selectOnlineClients = (db: DbOrTx) => db.selectFrom('online_clients').where('online', '=', true);

/** Counts the online clients by project; projects without any are omitted. */
export async function countOnlineClients(
  db: DbOrTx,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (projectIds.length === 0) return new Map();
  const rows = await selectOnlineClients(db)
    .select(['project_id', COUNT])
    .where('project_id', 'in', projectIds)
    .groupBy('project_id')
    .execute();
  return new Map(rows.map(({ count, project_id }) => [project_id, count] as const));
}

/** Lists the projects with `atLeast` or more online clients. */
export function listProjectsWithClients(db: DbOrTx, atLeast: number) {
  return selectOnlineClients(db)
    .select(['project_id', COUNT])
    .groupBy('project_id')
    .having(sql<number>`count(*)`, '>=', atLeast)
    .execute();
}

/** Counts clients with an address of RFC 3927. */
const COUNT_WITHOUT_ADDRESS = sql<number>`count(*) filter (where ip like '169.254.%')::int`.as(
  'without_address',
);

/** Counts the online clients of a project by band and SSID; both are null for wired clients. */
export function countClientsByNetwork(db: DbOrTx, projectId: number) {
  return selectOnlineClients(db)
    .select(['band', 'ssid', COUNT, COUNT_WITHOUT_ADDRESS])
    .where('project_id', '=', projectId)
    .groupBy(['band', 'ssid'])
    .execute();
}

export function countAllClientsByNetwork(db: DbOrTx) {
  return selectOnlineClients(db)
    .select(['project_id', 'band', 'ssid', COUNT])
    .groupBy(['project_id', 'band', 'ssid'])
    .execute();
}

/** Counts the online clients of a project by VLAN. */
export async function countClientsByVlan(
  db: DbOrTx,
  projectId: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await selectOnlineClients(db)
    .select(['vlan', COUNT])
    .where('project_id', '=', projectId)
    .where('vlan', 'is not', null)
    .groupBy('vlan')
    .execute();
  return new Map(rows.map(({ count, vlan }) => [vlan ?? 0, count] as const));
}

/** Places in which a client can be: a client is counted once, even if it is in several of them. */
export interface ClientPlaces {
  readonly vlans?: readonly number[];
  readonly ssids?: readonly string[];
  /** Devices to which clients are connected. */
  readonly devices?: readonly string[];
  readonly ports?: readonly { readonly device: string; readonly port: string }[];
}

/**
 * Counts the online clients of a project in one of these places; with `vlanId`, those of this VLAN only. A client without a
 * reported VLAN belongs to the LAN.
 */
export async function countClientsIn(
  db: DbOrTx,
  projectId: number,
  { devices = [], ports = [], ssids = [], vlans = [] }: ClientPlaces,
  vlanId?: number,
): Promise<number> {
  if (devices.length + ports.length + ssids.length + vlans.length === 0) return 0;
  const { count } = await selectOnlineClients(db)
    .select(COUNT)
    .where('project_id', '=', projectId)
    .where((where) =>
      where.or([
        ...(vlans.length > 0 ? [where('vlan', 'in', vlans)] : []),
        ...(ssids.length > 0 ? [where('ssid', 'in', ssids)] : []),
        ...(devices.length > 0 ? [where('device_id', 'in', devices)] : []),
        ...ports.map(({ device, port }) => where.and({ device_id: device, port })),
      ]),
    )
    .$if(vlanId !== undefined, (query) =>
      query.where((where) => where(where.fn.coalesce('vlan', where.lit(LAN_VLAN_ID)), '=', vlanId ?? 0)),
    )
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists the mean signal (dBm) of the online clients of each device of a project. */
export function listMeanSignals(db: DbOrTx, projectId: number) {
  return selectOnlineClients(db)
    .select(['device_id', sql<number>`avg(signal_dbm)::real`.as('signal')])
    .where('project_id', '=', projectId)
    .where('signal_dbm', 'is not', null)
    .groupBy('device_id')
    .execute();
}

/** Returns whether one of the projects has or had a client. */
export async function hasSeenClients(db: DbOrTx, projectIds: readonly number[]): Promise<boolean> {
  if (projectIds.length === 0) return false;
  const row = await db
    .selectFrom('online_clients')
    .select('mac')
    .where('project_id', 'in', projectIds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts the online clients of a VLAN that assigned themselves an address (RFC 3927), because they got none by DHCP. */
export async function countClientsWithoutAddress(
  db: DbOrTx,
  projectId: number,
  vlan: number,
): Promise<number> {
  const row = await selectOnlineClients(db)
    .select(COUNT)
    .where('project_id', '=', projectId)
    .where('vlan', '=', vlan)
    .where('ip', 'like', '169.254.%')
    .executeTakeFirst();
  return row?.count ?? 0;
}
