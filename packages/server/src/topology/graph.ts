import { isGatewayRole, type Topology } from '@northlight/contract';
import { deviceKind, lldpNeighbour } from '@northlight/contract/device-protocol';
import { parseMac } from '@northlight/contract/net';
import { type Evidence, infer } from '@northlight/topology';
import { z } from 'zod';
import type { DbOrTx } from '../platform/db/database.ts';
import { parseAddresses } from './store.ts';

const reportedPort = z.object({ id: z.string(), up: z.boolean().optional() });
/** Kinds whose uplink can be wireless: the report then names the device above. */
const WIRELESS_KINDS: ReadonlySet<string> = new Set(['mesh', 'cpe']);

const readDevices = (db: DbOrTx, projectId: number) =>
  db
    .selectFrom('devices')
    .leftJoin('device_state', 'device_state.device_id', 'devices.id')
    .leftJoin('topology_reports', 'topology_reports.device_id', 'devices.id')
    .select([
      'devices.id',
      'devices.mac',
      'devices.name',
      'devices.kind',
      'devices.role',
      'devices.state',
      'device_state.neighbours',
      'device_state.ports',
      'device_state.uplink_mac',
      'device_state.reported_at as state_reported_at',
      'topology_reports.addresses',
      'topology_reports.reported_at',
    ])
    .where('devices.project_id', '=', projectId)
    .orderBy('devices.id')
    .execute();
type DeviceRow = Awaited<ReturnType<typeof readDevices>>[number];

/** Infers the links between the devices of a project from their stored reports. */
export async function readTopology(db: DbOrTx, projectId: number): Promise<Topology> {
  const rows = await readDevices(db, projectId);
  const { links, nodes, rootId } = infer(toEvidence(rows));
  const byId = new Map(rows.map((row) => [row.id, row] as const));
  return {
    ...(rootId !== undefined && { rootId }),
    nodes: nodes.map(({ id, kind }) => {
      const row = byId.get(id);
      if (!row) return { id, kind };
      return { id, kind, name: row.name, deviceKind: deviceKind.parse(row.kind), state: row.state };
    }),
    links: links.map(({ isInTree, isUncertain, lower, seenAt, trust, upper }) => ({
      upper,
      lower,
      evidence: trust,
      isInTree,
      isUncertain,
      ...(seenAt !== undefined && { seenAt: new Date(seenAt).toISOString() }),
    })),
  };
}

/** Converts stored reports to evidence. Values that do not have the expected form are left out. */
export function toEvidence(rows: readonly DeviceRow[]): Evidence {
  const root = rows.find(({ role }) => isGatewayRole(role));
  return {
    rootId: root?.id,
    devices: rows.map(({ id, mac, ports }) => ({
      id,
      mac: parseMac(mac) ?? '',
      ports: (ports ?? []).flatMap((port) => reportedPort.safeParse(port).data ?? []),
    })),
    neighbours: rows.flatMap(({ id, neighbours, reported_at, state_reported_at }) =>
      (neighbours ?? []).flatMap((each) => {
        const { data } = lldpNeighbour.safeParse(each);
        const peerMac = data && parseMac(data.peerMac);
        if (!data || peerMac === undefined) return [];
        const at = (reported_at ?? state_reported_at)?.getTime() ?? 0;
        return [{ deviceId: id, port: data.port, peerMac, peerPort: data.peerPort, at }];
      }),
    ),
    forwarding: rows.flatMap(({ addresses, id }) =>
      parseAddresses(addresses).map(({ at, mac, port }) => ({ deviceId: id, port, mac, at })),
    ),
    wireless: rows.flatMap(({ id, kind, state_reported_at, uplink_mac }) => {
      const parentMac = uplink_mac === null ? undefined : parseMac(uplink_mac);
      return parentMac === undefined || !WIRELESS_KINDS.has(kind)
        ? []
        : [{ deviceId: id, parentMac, at: state_reported_at?.getTime() ?? 0 }];
    }),
    addresses: [],
  };
}
