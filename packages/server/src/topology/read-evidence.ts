import { isBridgeRole, isGatewayRole } from '@northlight/contract';
import { bridgeStat, lldpNeighbour } from '@northlight/contract/device-protocol';
import { isEndpoint, parseMac } from '@northlight/contract/net';
import { chooseRoot, type Evidence, type NeighbourEvidence, type UplinkEvidence } from '@northlight/topology';
import { z } from 'zod';
import type { DbOrTx } from '../platform/db/database.ts';
import { parseAddresses } from './store.ts';

const reportedPort = z.object({ id: z.string(), up: z.boolean().optional() });
const reportedBackhaul = z.object({ kind: z.string() });

const readReports = (db: DbOrTx, projectId: number) =>
  db
    .selectFrom('devices')
    .leftJoin('device_state', 'device_state.device_id', 'devices.id')
    .leftJoin('topology_reports', 'topology_reports.device_id', 'devices.id')
    .select([
      'devices.id',
      'devices.mac',
      'devices.kind',
      'devices.role',
      'devices.caps',
      'device_state.neighbours',
      'device_state.ports',
      'device_state.backhaul',
      'device_state.bridge',
      'device_state.bridge_at',
      'device_state.uplink_mac',
      'device_state.uplink_port',
      'device_state.reported_at as state_reported_at',
      'topology_reports.addresses',
      'topology_reports.reported_at',
    ])
    .where('devices.project_id', '=', projectId)
    .orderBy('devices.id')
    .execute();
export type ReportRow = Awaited<ReturnType<typeof readReports>>[number];

/** Reads the stored reports of a project's devices as evidence. */
export const readEvidence = async (
  db: DbOrTx,
  projectId: number,
  chosenRootId: string | undefined,
): Promise<Evidence> => buildEvidence(await readReports(db, projectId), chosenRootId);

/**
 * Returns reports of a project's devices as evidence. Values that do not have the expected form are left out. The root is
 * the chosen device, otherwise the gateway.
 */
export function buildEvidence(rows: readonly ReportRow[], chosenRootId: string | undefined): Evidence {
  const evidence: Evidence = {
    rootId: (rows.find(({ id }) => id === chosenRootId) ?? rows.find(({ role }) => isGatewayRole(role)))?.id,
    devices: rows.map(({ caps, id, mac, ports }) => ({
      id,
      mac: parseMac(mac) ?? '',
      ports: listPorts(caps.ports, ports ?? []),
    })),
    neighbours: rows.flatMap(readNeighbours),
    forwarding: rows.flatMap(({ addresses, id }) =>
      parseAddresses(addresses).map(({ at, mac, port }) => ({ deviceId: id, port, mac, at })),
    ),
    uplinks: rows.flatMap(readUplinks),
  };
  return evidence.rootId === undefined ? { ...evidence, rootId: chooseRoot(evidence) } : evidence;
}

function readNeighbours(row: ReportRow): NeighbourEvidence[] {
  const at = (row.reported_at ?? row.state_reported_at)?.getTime() ?? 0;
  return (row.neighbours ?? []).flatMap((each) => {
    const { data } = lldpNeighbour.safeParse(each);
    const peerMac = data && parseMac(data.peerMac);
    if (!data || peerMac === undefined) return [];
    const { caps, peerPort, port } = data;
    const unmanaged = isEndpoint(caps) ? 'hidden' : findUnmanagedPlace(row, port);
    return [{ deviceId: row.id, port, peerMac, peerPort, at, ...(unmanaged && { unmanaged }) }];
  });
}

/** Returns the place of a neighbour that is not managed; the line at a WAN port of the gateway leads out of the site. */
function findUnmanagedPlace({ caps, role }: ReportRow, port: string): NeighbourEvidence['unmanaged'] {
  const portRole = caps.ports.find(({ id }) => id === port)?.role;
  if (portRole === 'wan') return isGatewayRole(role) ? 'hidden' : 'above';
  return portRole === 'uplink' ? 'above' : undefined;
}

/** Combines the ports of a device's capabilities with the state of those that it reports. */
function listPorts(
  capabilities: ReportRow['caps']['ports'],
  reported: readonly unknown[],
): Evidence['devices'][number]['ports'] {
  const states = new Map(
    reported.flatMap((port) => {
      const { data } = reportedPort.safeParse(port);
      return data ? [[data.id, data.up] as const] : [];
    }),
  );
  // The line at a WAN port leads out of the site.
  return capabilities.map(({ id, role }) => ({ id, up: role === 'wan' ? undefined : states.get(id) }));
}

/** Returns the cable, backhaul or Wi-Fi connection to the device above, and the base of a bridge client. */
function readUplinks(row: ReportRow): UplinkEvidence[] {
  const peers = readPeers(row);
  const uplink = readUplink(row);
  if (uplink && !peers.includes(uplink.parentMac)) return [uplink];
  const at = row.bridge_at?.getTime() ?? 0;
  return peers.map((parentMac) => ({
    deviceId: row.id,
    parentMac,
    isWireless: true,
    isBridgeLink: true,
    at: Math.max(at, uplink?.at ?? 0),
  }));
}

/** Lists the MAC addresses of the bases of a bridge client. */
function readPeers({ bridge, role }: ReportRow): string[] {
  const { data } = isBridgeRole(role) ? bridgeStat.safeParse(bridge) : {};
  return data?.mode === 'client' ? data.peers.map(({ mac }) => mac) : [];
}

/** A port that is an uplink port of the device is its own; any other is a port of the device above. */
function readUplink(row: ReportRow): UplinkEvidence | undefined {
  const { caps, id, state_reported_at, uplink_mac, uplink_port } = row;
  const parentMac = uplink_mac === null ? undefined : parseMac(uplink_mac);
  if (parentMac === undefined) return undefined;
  const uplink = {
    deviceId: id,
    parentMac,
    isWireless: isBackhaul(row),
    at: state_reported_at?.getTime() ?? 0,
  };
  if (uplink.isWireless || uplink_port === null) return uplink;
  const isOwn = caps.ports.some(
    (port) => port.id === uplink_port && (port.role === 'uplink' || port.role === 'wan'),
  );
  return { ...uplink, [isOwn ? 'ownPort' : 'parentPort']: uplink_port };
}

/** Returns true for the uplink of a mesh node that reports no cable, and of a bridge client without a report of its link. */
function isBackhaul({ backhaul, bridge, kind, role }: ReportRow): boolean {
  if (kind === 'mesh') return reportedBackhaul.safeParse(backhaul).data?.kind !== 'wired';
  return role === 'bridge-client' && bridge === null;
}
