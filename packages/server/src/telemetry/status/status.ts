import {
  getDeviceState,
  isRestarting,
  isWanRole,
  type ProjectStatus,
  RANKED_DEVICES,
  STALE_AFTER_MS,
  WAN_ROLES,
} from '@northlight/contract';
import { type DeviceKind, deviceKind, portStat } from '@northlight/contract/device-protocol';
import { sql } from 'kysely';
import { countClientsByNetwork, listMeanSignals } from '../../clients/index.ts';
import type { Db } from '../../platform/db/database.ts';
import { readOutage } from './outage.ts';
import { findPortRoles } from '../traffic-ports.ts';
import { toNaturalOrder } from '../../platform/db/text-match.ts';

interface Ranked {
  readonly id: string;
  readonly name: string;
  readonly kind: DeviceKind;
  readonly clients: number;
  readonly reportedAt: string | undefined;
}

/** Returns the summary of a project. Devices with stale figures are left out of the rankings. */
export async function readStatus(db: Db, projectId: number, now: number): Promise<ProjectStatus> {
  const [devices, clients, signals] = [
    await readDevices(db, projectId),
    await countClientsByNetwork(db, projectId),
    await listMeanSignals(db, projectId),
  ];
  const fresh = devices.filter(
    ({ reported_at, state }) =>
      getDeviceState(state).countsOnline && reported_at && now - reported_at.getTime() <= STALE_AFTER_MS,
  );
  const byId = new Map(fresh.map((device) => [device.id, device] as const));
  return {
    at: new Date(now).toISOString(),
    devices: countDevices(devices),
    clients: countClients(clients),
    uplink: findUplink(devices),
    outage: await readOutage(db, projectId, devices),
    busiest: fresh
      .filter((device) => (device.clients ?? 0) > 0 && !isWanRole(device.role))
      .sort((a, b) => (b.clients ?? 0) - (a.clients ?? 0))
      .slice(0, RANKED_DEVICES)
      .map(rankDevices),
    weakest: signals
      .flatMap(({ device_id, signal }) => {
        const device = byId.get(device_id);
        return device ? [{ ...rankDevices(device), meanSignalDbm: Math.round(signal) }] : [];
      })
      .sort((a, b) => a.meanSignalDbm - b.meanSignalDbm)
      .slice(0, RANKED_DEVICES),
    hottest: fresh
      .flatMap((device) => (device.cpu === null ? [] : [{ ...rankDevices(device), cpuPercent: device.cpu }]))
      .sort((a, b) => b.cpuPercent - a.cpuPercent)
      .slice(0, RANKED_DEVICES),
  };
}

function readDevices(db: Db, projectId: number) {
  return (
    db
      .selectFrom('devices')
      .leftJoin('device_state', 'device_state.device_id', 'devices.id')
      .select(['devices.id', 'devices.name', 'devices.kind', 'devices.role', 'devices.parent_id'])
      .select(['devices.caps', 'devices.state'])
      .select(['devices.waiting', 'device_state.clients', 'device_state.cpu', 'device_state.reported_at'])
      .select(['device_state.uplink_port', 'device_state.ip'])
      // Selects the ports of gateways only, because the summary shows no others.
      .select(
        sql<
          unknown[] | null
        >`case when devices.role = any(${WAN_ROLES}::text[]) then device_state.ports end`.as('ports'),
      )
      .where('devices.project_id', '=', projectId)
      .orderBy(toNaturalOrder('devices.name_key'))
      .execute()
  );
}
type Device = Awaited<ReturnType<typeof readDevices>>[number];

const rankDevices = ({ clients, id, kind, name, reported_at }: Device): Ranked => ({
  id,
  name,
  kind: deviceKind.parse(kind),
  clients: clients ?? 0,
  reportedAt: reported_at?.toISOString(),
});

const isOnline = ({ state }: Device): boolean => getDeviceState(state).countsOnline;

function countDevices(devices: readonly Device[]): ProjectStatus['devices'] {
  const restarting = devices.filter(isRestarting).length;
  const kinds = Map.groupBy(devices, ({ kind }) => deviceKind.parse(kind));
  return {
    total: devices.length,
    online: devices.filter(isOnline).length,
    waiting: devices.filter(({ waiting }) => waiting).length,
    ...(restarting > 0 && { restarting }),
    byKind: deviceKind.options.flatMap((kind) => {
      const all = kinds.get(kind);
      return all ? [{ kind, total: all.length, online: all.filter(isOnline).length }] : [];
    }),
  };
}

function countClients(rows: Awaited<ReturnType<typeof countClientsByNetwork>>): ProjectStatus['clients'] {
  const bands = new Map<string, number>();
  const ssids = new Map<string, number>();
  let wired = 0;
  for (const { band, count, ssid } of rows) {
    if (band === null && ssid === null) wired += count;
    if (band !== null) bands.set(band, (bands.get(band) ?? 0) + count);
    if (ssid !== null) ssids.set(ssid, (ssids.get(ssid) ?? 0) + count);
  }
  const sorted = (counts: ReadonlyMap<string, number>) => [...counts].sort(([, a], [, b]) => b - a);
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    wired,
    withoutAddress: rows.reduce((sum, { without_address }) => sum + without_address, 0),
    byBand: sorted(bands).map(([band, clients]) => ({ band, clients })),
    bySsid: sorted(ssids).map(([ssid, clients]) => ({ ssid, clients })),
  };
}

function findUplink(devices: readonly Device[]): ProjectStatus['uplink'] {
  const gateway = devices.find(({ role: own, waiting }) => isWanRole(own) && !waiting);
  const role = gateway && findPortRoles([gateway])[0];
  if (!gateway || !role) return undefined;
  const portStats = new Map(
    (gateway.ports ?? []).flatMap((port) => {
      const { data } = portStat.safeParse(port);
      return data ? [[data.id, data] as const] : [];
    }),
  );
  const online = isOnline(gateway);
  return {
    device: { id: gateway.id, name: gateway.name },
    online,
    ports: role.up.map(({ id, label }) => {
      const port = portStats.get(id);
      return { id, label, up: online && port?.up === true, speedMbps: port?.speedMbps };
    }),
    ip: gateway.ip ?? undefined,
    reportedAt: gateway.reported_at?.toISOString(),
  };
}
