import { isGatewayRole } from '@northlight/contract';
import { lldpNeighbour } from '@northlight/contract/device-protocol';
import { isEndpoint, parseMac } from '@northlight/contract/net';
import { chooseRoot, type Evidence, type NeighbourEvidence } from '@northlight/topology';
import { z } from 'zod';
import type { DbOrTx } from '../platform/db/database.ts';
import { parseAddresses } from './store.ts';

const reportedPort = z.object({ id: z.string(), up: z.boolean().optional() });
const reportedBackhaul = z.object({ kind: z.string() });
/** Kinds whose uplink is wireless, unless they report a wired backhaul. */
const WIRELESS_KINDS: ReadonlySet<string> = new Set(['mesh', 'cpe']);

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
    uplinks: rows.flatMap(readUplink),
    addresses: [],
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

/** A port that is an uplink port of the device is its own; any other is a port of the device above. */
function readUplink({ backhaul, caps, id, kind, state_reported_at, uplink_mac, uplink_port }: ReportRow) {
  const parentMac = uplink_mac === null ? undefined : parseMac(uplink_mac);
  if (parentMac === undefined) return [];
  const at = state_reported_at?.getTime() ?? 0;
  const isWireless = WIRELESS_KINDS.has(kind) && reportedBackhaul.safeParse(backhaul).data?.kind !== 'wired';
  if (isWireless || uplink_port === null) return [{ deviceId: id, parentMac, isWireless, at }];
  const isOwn = caps.ports.some(
    (port) => port.id === uplink_port && (port.role === 'uplink' || port.role === 'wan'),
  );
  return [{ deviceId: id, parentMac, isWireless, [isOwn ? 'ownPort' : 'parentPort']: uplink_port, at }];
}
