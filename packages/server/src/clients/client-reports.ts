import type { LiveResource } from '@northlight/contract';
import type { ClientReport } from '@northlight/contract/device-protocol';
import {
  type AffectedResources,
  classifyClientReport,
  type ClientsUpdate,
  rankNearness,
} from '@northlight/device-plane';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { beginVisits, endVisits, filterMovedClients } from './visits.ts';

const RESOURCES: readonly LiveResource[] = ['clients'];

/** Applies a device's report about its clients. A MAC has one row: a client that roamed belongs to its new device. */
export async function saveClients(tx: Tx, update: ClientsUpdate): Promise<readonly AffectedResources[]> {
  const reportedByMac = new Map(update.present.map((client) => [client.mac.toLowerCase(), client] as const));
  const device = await lockReporter(tx, update.deviceId, [...reportedByMac.keys()]);
  if (!device) return [];
  if (update.session !== undefined && update.session !== device.session) return [];
  const projectId = device.project_id;
  const at = new Date(update.receivedAt);
  for (const mac of device.devices) reportedByMac.delete(mac);
  const present = [...reportedByMac.values()];
  const left = update.left.map((mac) => mac.toLowerCase());
  const reportedMacs = new Set(present.map((client) => client.mac.toLowerCase()));
  const stored = await lockClients(
    tx,
    projectId,
    [...reportedMacs, ...left],
    update.full ? update.deviceId : undefined,
  );
  const own = stored.filter((client) => client.device_id === update.deviceId && client.online);
  const missed = update.full ? own.map(({ mac }) => mac).filter((mac) => !reportedMacs.has(mac)) : [];
  await endClientsByMac(tx, projectId, missed, at);
  const storedByMac = new Map(stored.map((client) => [client.mac, client] as const));
  const leftMacs = new Set(left);
  const byRole = Map.groupBy(present, (client) => {
    const mac = client.mac.toLowerCase();
    return classifyReport(storedByMac.get(mac), device.kind, client, update, leftMacs.has(mac));
  });
  const ownRows = (byRole.get('holder') ?? []).map((client) => toRow(client, update.receivedAt));
  if (ownRows.length > 0) {
    const moved = filterMovedClients(update.deviceId, stored, ownRows);
    // Ends the visits before the rows of the clients change, because the rows have the last signal.
    await endVisits(
      tx,
      projectId,
      moved.map(({ mac }) => mac),
      at,
    );
    await upsert(tx, projectId, update, ownRows);
    await beginVisits(tx, projectId, update.deviceId, moved, at);
  }
  const observedRows = (byRole.get('observer') ?? []).map((client) => toRow(client, update.receivedAt));
  await mergeObservations(tx, projectId, update.deviceId, observedRows);
  const ownMacs = ownRows.map(({ mac }) => mac);
  const endableMacs = new Set([
    ...ownMacs,
    ...stored.filter((client) => client.device_id === update.deviceId).map(({ mac }) => mac),
  ]);
  const ended = left.filter((mac) => endableMacs.has(mac));
  await endClientsByMac(tx, projectId, ended, at, 'reported');
  const clients = [...new Set([...missed, ...ownMacs, ...observedRows.map(({ mac }) => mac), ...ended])];
  return clients.length === 0 ? [] : [{ projectId, resources: RESOURCES, rows: { clients } }];
}

/**
 * Locks the reporting device and finds which of these MACs are devices of the project: devices are reported
 * as clients too, but are not clients. The device is locked before its clients, in the same order as its
 * removal, to avoid a deadlock. The device's next session waits for this lock, so that reports of that
 * session are applied after this report.
 */
async function lockReporter(tx: Tx, deviceId: string, macs: readonly string[]) {
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

type StoredClient = Awaited<ReturnType<typeof lockClients>>[number];

/**
 * Returns how a report changes a client: the client is attached to the reporting device, the report only adds
 * information, or the report is ignored.
 */
function classifyReport(
  stored: StoredClient | undefined,
  kind: string,
  client: ClientReport,
  { deviceId, receivedAt }: ClientsUpdate,
  left: boolean,
) {
  const holder = stored && {
    deviceId: stored.device_id,
    nearness: rankNearness(stored, stored.kind ?? undefined),
    online: stored.online,
    lastSeenAt: stored.last_seen_at.getTime(),
  };
  return classifyClientReport(holder, { deviceId, nearness: rankNearness(client, kind), receivedAt, left });
}

/**
 * Adds a device's information about clients that are attached to another device. For wired clients, adds the
 * traffic too.
 */
async function mergeObservations(
  tx: Tx,
  projectId: number,
  deviceId: string,
  rows: readonly ReturnType<typeof toRow>[],
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
 * Locks the affected clients and returns them. All devices lock clients in the same order, so that two
 * devices between which clients roam cannot deadlock. The caller changes only these clients and new ones.
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

/** Marks all online clients of a device as offline and ends their visits. */
export async function endClients(tx: Tx, projectId: number, deviceId: string, at: Date): Promise<void> {
  const stored = await lockClients(tx, projectId, [], deviceId);
  const own = stored.filter((client) => client.device_id === deviceId);
  await endClientsByMac(
    tx,
    projectId,
    own.map(({ mac }) => mac),
    at,
  );
}

/**
 * Marks clients as offline. A leave that the device reported also updates the time at which they were last
 * seen.
 */
async function endClientsByMac(
  tx: Tx,
  projectId: number,
  macs: readonly string[],
  at: Date,
  reason: 'reported' | 'missed' = 'missed',
): Promise<void> {
  if (macs.length === 0) return;
  await tx
    .updateTable('online_clients')
    .set({ online: false, ...(reason === 'reported' && { last_seen_at: at }) })
    .where('project_id', '=', projectId)
    .where('mac', '=', sql<string>`any(${macs}::text[])`)
    .execute();
  await endVisits(tx, projectId, macs, at);
}

const toRow = (client: ClientReport, receivedAt: number) => ({
  mac: client.mac.toLowerCase(),
  name: client.name ?? '',
  ip: client.ip ?? null,
  vlan: client.vlan ?? null,
  ssid: client.ssid ?? null,
  band: client.band ?? null,
  port: client.port ?? null,
  signal_dbm: client.signalDbm ?? null,
  rx_bytes: roundOrNull(client.rxBytes),
  tx_bytes: roundOrNull(client.txBytes),
  rx_rate_kbps: roundOrNull(client.rxRateKbps),
  tx_rate_kbps: roundOrNull(client.txRateKbps),
  counts: (client.rxBytes ?? client.rxRateKbps) !== undefined,
  // Ignores a start in the future or before the year 2000, because a device's clock may be wrong.
  connected_at: keepPlausibleTime(client.since, receivedAt) ?? new Date(receivedAt).toISOString(),
});

/**
 * Replaces the rates if the reporting device counts the traffic now or did so last, or if no device counts
 * it. Rates are current values, so omitted ones are deleted.
 */
const REPLACES_RATES = sql`(excluded.counted_by is not null or kept.counted_by is null or kept.counted_by = excluded.device_id)`;

async function upsert(
  tx: Tx,
  projectId: number,
  update: ClientsUpdate,
  rows: readonly ReturnType<typeof toRow>[],
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
      rx_rate_kbps = case when ${REPLACES_RATES} then excluded.rx_rate_kbps else kept.rx_rate_kbps end,
      tx_rate_kbps = case when ${REPLACES_RATES} then excluded.tx_rate_kbps else kept.tx_rate_kbps end,
      counted_by = coalesce(excluded.counted_by, kept.counted_by),
      connected_at = case when kept.online then kept.connected_at else excluded.connected_at end`.execute(tx);
}

const OLDEST_PLAUSIBLE = Date.UTC(2000, 0, 1);

function keepPlausibleTime(time: number | undefined, now: number): string | undefined {
  return time !== undefined && time > OLDEST_PLAUSIBLE && time <= now
    ? new Date(time).toISOString()
    : undefined;
}

const roundOrNull = (value: number | undefined): number | null =>
  value === undefined ? null : Math.round(value);
