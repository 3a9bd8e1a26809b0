import type { LiveResource } from '@northlight/contract';
import type { ClientReport } from '@northlight/contract/device-protocol';
import {
  type AffectedResources,
  classifyClientReport,
  type ClientsUpdate,
  nearnessOf,
} from '@northlight/device-plane';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { beginVisits, endVisits, movedClients } from './visits.ts';

const RESOURCES: readonly LiveResource[] = ['clients'];

/** Applies what a device says of its clients. One identity per MAC: a client that roamed belongs to its new device. */
export async function saveClients(tx: Tx, update: ClientsUpdate): Promise<readonly AffectedResources[]> {
  const toldOf = new Map(update.present.map((client) => [client.mac.toLowerCase(), client] as const));
  const device = await lockTeller(tx, update.deviceId, [...toldOf.keys()]);
  if (!device) return [];
  if (update.session !== undefined && update.session !== device.session) return [];
  const projectId = device.project_id;
  const at = new Date(update.receivedAt);
  for (const mac of device.devices) toldOf.delete(mac);
  const present = [...toldOf.values()];
  const left = update.left.map((mac) => mac.toLowerCase());
  const told = new Set(present.map((client) => client.mac.toLowerCase()));
  const kept = await lockClients(
    tx,
    projectId,
    [...told, ...left],
    update.full ? update.deviceId : undefined,
  );
  const own = kept.filter((client) => client.device_id === update.deviceId && client.online);
  const missed = update.full ? own.map(({ mac }) => mac).filter((mac) => !told.has(mac)) : [];
  await end(tx, projectId, missed, at);
  const keptOf = new Map(kept.map((client) => [client.mac, client] as const));
  const gone = new Set(left);
  const standings = Map.groupBy(present, (client) => {
    const mac = client.mac.toLowerCase();
    return standing(keptOf.get(mac), device.kind, client, update, gone.has(mac));
  });
  const held = (standings.get('holder') ?? []).map((client) => rowOf(client, update.receivedAt));
  if (held.length > 0) {
    await upsert(tx, projectId, update, held);
    await beginVisits(tx, projectId, update.deviceId, movedClients(update.deviceId, kept, held), at);
  }
  const known = (standings.get('observer') ?? []).map((client) => rowOf(client, update.receivedAt));
  await addKnowledge(tx, projectId, update.deviceId, known);
  const heldMacs = held.map(({ mac }) => mac);
  const ends = new Set([
    ...heldMacs,
    ...kept.filter((client) => client.device_id === update.deviceId).map(({ mac }) => mac),
  ]);
  const ended = left.filter((mac) => ends.has(mac));
  await end(tx, projectId, ended, at, 'told');
  const clients = [...new Set([...missed, ...heldMacs, ...known.map(({ mac }) => mac), ...ended])];
  return clients.length === 0 ? [] : [{ projectId, resources: RESOURCES, rows: { clients } }];
}

/**
 * Who tells, and which of these MACs are the project's own devices: they are told of as clients too, and are none. The
 * device is locked before its clients, as its removal takes them: in the other order they would wait for each other. Its
 * next session begins when this is done: what that tells is not overtaken by what this one said.
 */
async function lockTeller(tx: Tx, deviceId: string, macs: readonly string[]) {
  const own = sql<string[]>`array(select lower(own.mac) from devices own
    where own.project_id = devices.project_id and lower(own.mac) = any(${macs}::text[]))`;
  return tx
    .selectFrom('devices')
    .select(['project_id', 'kind', 'session'])
    .select(own.as('devices'))
    .where('id', '=', deviceId)
    .forShare()
    .executeTakeFirst();
}

type KeptClient = Awaited<ReturnType<typeof lockClients>>[number];

/** What this device's word about a client counts. */
function standing(
  kept: KeptClient | undefined,
  kind: string,
  client: ClientReport,
  { deviceId, receivedAt }: ClientsUpdate,
  left: boolean,
) {
  const held = kept && {
    deviceId: kept.device_id,
    nearness: nearnessOf(kept, kept.kind ?? undefined),
    online: kept.online,
    lastSeenAt: kept.last_seen_at.getTime(),
  };
  return classifyClientReport(held, { deviceId, nearness: nearnessOf(client, kind), receivedAt, left });
}

/** What a device knows of clients that another one holds; by cable that is their traffic too. */
async function addKnowledge(
  tx: Tx,
  projectId: number,
  deviceId: string,
  rows: readonly ReturnType<typeof rowOf>[],
): Promise<void> {
  if (rows.length === 0) return;
  const counted = sql`fresh.counts and kept.ssid is null and kept.band is null`;
  await sql`update online_clients as kept set ip = coalesce(fresh.ip, kept.ip), vlan = coalesce(fresh.vlan, kept.vlan),
      name = coalesce(nullif(fresh.name, ''), kept.name),
      rx_bytes = case when ${counted} then coalesce(fresh.rx_bytes, kept.rx_bytes) else kept.rx_bytes end,
      tx_bytes = case when ${counted} then coalesce(fresh.tx_bytes, kept.tx_bytes) else kept.tx_bytes end,
      rx_rate_kbps = case when ${counted} then fresh.rx_rate_kbps else kept.rx_rate_kbps end,
      tx_rate_kbps = case when ${counted} then fresh.tx_rate_kbps else kept.tx_rate_kbps end,
      counted_by = case when ${counted} then ${deviceId}::text else kept.counted_by end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as fresh(mac text, ip text, vlan integer, name text,
      rx_bytes bigint, tx_bytes bigint, rx_rate_kbps bigint, tx_rate_kbps bigint, counts boolean)
    where kept.project_id = ${projectId} and kept.mac = fresh.mac`.execute(tx);
}

/**
 * Locks the clients that a change touches, in one order for all devices, and returns them: two devices that exchange
 * clients would else wait for each other. What follows touches only these and new ones.
 */
async function lockClients(tx: Tx, projectId: number, macs: readonly string[], deviceId?: string) {
  return tx
    .selectFrom('online_clients')
    .select(['mac', 'device_id', 'online', 'ssid', 'band', 'port', 'last_seen_at'])
    .select(
      sql<string | null>`(select kind from devices where devices.id = online_clients.device_id)`.as('kind'),
    )
    .where('project_id', '=', projectId)
    .where((where) =>
      where.or([
        where('mac', '=', sql<string>`any(${macs}::text[])`),
        ...(deviceId === undefined
          ? []
          : [where.and([where('device_id', '=', deviceId), where('online', '=', true)])]),
      ]),
    )
    .orderBy('mac')
    .forUpdate()
    .execute();
}

/** All clients of a device are gone with it. */
export async function endClients(tx: Tx, projectId: number, deviceId: string, at: Date): Promise<void> {
  const kept = await lockClients(tx, projectId, [], deviceId);
  const own = kept.filter((client) => client.device_id === deviceId);
  await end(
    tx,
    projectId,
    own.map(({ mac }) => mac),
    at,
  );
}

/** Clients are gone; one that was told to leave was there until then. */
async function end(
  tx: Tx,
  projectId: number,
  macs: readonly string[],
  at: Date,
  how: 'told' | 'missed' = 'missed',
): Promise<void> {
  if (macs.length === 0) return;
  await tx
    .updateTable('online_clients')
    .set({ online: false, ...(how === 'told' && { last_seen_at: at }) })
    .where('project_id', '=', projectId)
    .where('mac', '=', sql<string>`any(${macs}::text[])`)
    .execute();
  await endVisits(tx, projectId, macs, at);
}

const rowOf = (client: ClientReport, receivedAt: number) => ({
  mac: client.mac.toLowerCase(),
  name: client.name ?? '',
  ip: client.ip ?? null,
  vlan: client.vlan ?? null,
  ssid: client.ssid ?? null,
  band: client.band ?? null,
  port: client.port ?? null,
  signal_dbm: client.signalDbm ?? null,
  rx_bytes: whole(client.rxBytes),
  tx_bytes: whole(client.txBytes),
  rx_rate_kbps: whole(client.rxRateKbps),
  tx_rate_kbps: whole(client.txRateKbps),
  counts: (client.rxBytes ?? client.rxRateKbps) !== undefined,
  // A device's clock may be anywhere: a start in the future or before the year 2000 is not believed.
  connected_at: plausible(client.since, receivedAt) ?? new Date(receivedAt).toISOString(),
});

/** A rate is of now: who does not tell it any more knows none. Who never counted says nothing of it. */
const KNOWS_RATES = sql`(excluded.counted_by is not null or kept.counted_by is null or kept.counted_by = excluded.device_id)`;

async function upsert(
  tx: Tx,
  projectId: number,
  update: ClientsUpdate,
  rows: readonly ReturnType<typeof rowOf>[],
): Promise<void> {
  const receivedAt = new Date(update.receivedAt).toISOString();
  await sql`
    insert into online_clients as kept (project_id, mac, device_id, name, ip, vlan, ssid, band, port, signal_dbm, rx_bytes, tx_bytes,
      rx_rate_kbps, tx_rate_kbps, counted_by, online, connected_at, last_seen_at)
    select ${projectId}::bigint, mac, ${update.deviceId}::text, name, ip, vlan, ssid, band, port, signal_dbm, rx_bytes, tx_bytes,
      rx_rate_kbps, tx_rate_kbps, case when counts then ${update.deviceId}::text end, true, connected_at, ${receivedAt}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as fresh(
      mac text, name text, ip text, vlan integer, ssid text, band text, port text, signal_dbm real, rx_bytes bigint, tx_bytes bigint,
      rx_rate_kbps bigint, tx_rate_kbps bigint, counts boolean, connected_at timestamptz)
    order by mac
    on conflict (project_id, mac) do update set
      device_id = excluded.device_id, online = true, last_seen_at = excluded.last_seen_at,
      name = case when excluded.name = '' then kept.name else excluded.name end,
      ip = coalesce(excluded.ip, kept.ip), vlan = coalesce(excluded.vlan, kept.vlan),
      ssid = excluded.ssid, band = excluded.band, port = excluded.port,
      signal_dbm = coalesce(excluded.signal_dbm, kept.signal_dbm),
      rx_bytes = coalesce(excluded.rx_bytes, kept.rx_bytes), tx_bytes = coalesce(excluded.tx_bytes, kept.tx_bytes),
      rx_rate_kbps = case when ${KNOWS_RATES} then excluded.rx_rate_kbps else kept.rx_rate_kbps end,
      tx_rate_kbps = case when ${KNOWS_RATES} then excluded.tx_rate_kbps else kept.tx_rate_kbps end,
      counted_by = coalesce(excluded.counted_by, kept.counted_by),
      connected_at = case when kept.online then kept.connected_at else excluded.connected_at end`.execute(tx);
}

const OLDEST_PLAUSIBLE = Date.UTC(2000, 0, 1);

function plausible(time: number | undefined, now: number): string | undefined {
  return time !== undefined && time > OLDEST_PLAUSIBLE && time <= now
    ? new Date(time).toISOString()
    : undefined;
}

const whole = (value: number | undefined): number | null => (value === undefined ? null : Math.round(value));
