import type { EvidenceDevice } from './evidence.ts';
import { findMostFrequent, type ForwardingTable } from './forwarding-tables.ts';
import type { NeighbourLink } from './neighbour-links.ts';

/** A device with a forwarding table: a switch, or the gateway with its LAN ports. */
export interface BridgeNode {
  readonly device: EvidenceDevice;
  table: ForwardingTable;
  /** Port towards the root; undefined for the root, and while no evidence shows it. */
  uplinkPort: string | undefined;
  /** Bridge above and its port; undefined for the root and without evidence. */
  parent: { readonly bridge: BridgeNode; readonly port: string } | undefined;
  /** Bridges between this one and the root. */
  above: readonly BridgeNode[];
}

/**
 * Builds the tree of the bridges by their forwarding tables. A bridge is below another one at the port where the other
 * one learned its address, or most of the addresses behind it. Its parent is the lowest bridge above it.
 */
export function buildSwitchTree(
  devices: readonly EvidenceDevice[],
  tables: ReadonlyMap<string, ForwardingTable>,
  root: EvidenceDevice | undefined,
  neighbours: readonly NeighbourLink[],
  distances: ReadonlyMap<string, number>,
): ReadonlyMap<string, BridgeNode> {
  const bridges = new Map(
    devices.flatMap((device) => {
      const table = tables.get(device.id) ?? (device === root ? new Map() : undefined);
      if (!table) return [];
      const bridge: BridgeNode = {
        device,
        table,
        uplinkPort: undefined,
        parent: undefined,
        above: [],
      };
      return [[device.id, bridge] as const];
    }),
  );
  const all = [...bridges.values()];
  setUplinkPorts(all, root, neighbours, distances);
  addUplinkNeighbours(bridges, neighbours);
  const ancestors = new Map(
    all.map((bridge) => [bridge, listBridgesAbove(bridge, root, all, distances)] as const),
  );
  for (const bridge of all) {
    const above = ancestors.get(bridge) ?? [];
    bridge.above = above.map((each) => each.bridge);
    // The lowest bridge above has all others above itself.
    const [lowest] = above.toSorted(
      (one, other) => countAbove(other.bridge, above, ancestors) - countAbove(one.bridge, above, ancestors),
    );
    bridge.parent = lowest;
  }
  return bridges;
}

type Above = readonly { readonly bridge: BridgeNode; readonly port: string }[];

const countAbove = (bridge: BridgeNode, among: Above, ancestors: ReadonlyMap<BridgeNode, Above>): number => {
  const own = ancestors.get(bridge) ?? [];
  return own.filter((each) => among.some((other) => other.bridge === each.bridge)).length;
};

/**
 * Sets the port towards the root of each bridge: first of those that have learned the root's address, then by the direct
 * links of those that have not, because a gateway can send its frames from another address, then of the others.
 */
function setUplinkPorts(
  all: readonly BridgeNode[],
  root: EvidenceDevice | undefined,
  neighbours: readonly NeighbourLink[],
  distances: ReadonlyMap<string, number>,
): void {
  const others = all.filter(({ device }) => device !== root);
  for (const bridge of others) if (root) bridge.uplinkPort = bridge.table.get(root.mac)?.port;
  for (const bridge of others) bridge.uplinkPort ??= findLinkedUplinkPort(bridge, neighbours, distances);
  const sure = all.filter(({ device, uplinkPort }) => device === root || uplinkPort !== undefined);
  for (const bridge of others) bridge.uplinkPort ??= findUplinkPort(bridge, sure, all);
}

/** Returns the port of the direct link to the neighbour that is nearest to the root, and nearer than the bridge itself. */
function findLinkedUplinkPort(
  { device }: BridgeNode,
  neighbours: readonly NeighbourLink[],
  distances: ReadonlyMap<string, number>,
): string | undefined {
  const getDistance = (id: string | undefined): number => distances.get(id ?? '') ?? Number.POSITIVE_INFINITY;
  const [nearest] = neighbours
    .flatMap(({ ends }) => {
      const own = ends.find((end) => end.device === device);
      const other = ends.find((end) => end.device !== device);
      return own?.port === undefined ? [] : [{ port: own.port, distance: getDistance(other?.device.id) }];
    })
    .filter(({ distance }) => distance < getDistance(device.id))
    .toSorted((one, other) => one.distance - other.distance);
  return nearest?.port;
}

/**
 * Adds the neighbours at the uplink port of each bridge to its table: a bridge seldom receives frames of those above it, and
 * can still know them from before a move.
 */
function addUplinkNeighbours(
  bridges: ReadonlyMap<string, BridgeNode>,
  neighbours: readonly NeighbourLink[],
): void {
  for (const { at, ends, trust } of neighbours)
    for (const [own, other] of trust === 'lldp-both' ? [ends, ends.toReversed()] : []) {
      const bridge = bridges.get(own?.device.id ?? '');
      if (!bridge || !own?.port || !other || own.port !== bridge.uplinkPort) continue;
      bridge.table = new Map([...bridge.table, [other.device.mac, { port: own.port, at }]]);
    }
}

/**
 * Returns the port at which a bridge has learned most of what is above it: bridges that have learned it below
 * themselves, and what they have learned at other ports. Without any it is the port with most other bridges.
 */
function findUplinkPort(
  { device, table }: BridgeNode,
  sure: readonly BridgeNode[],
  all: readonly BridgeNode[],
): string | undefined {
  const outside = sure.flatMap((other) => {
    const port = other.table.get(device.mac)?.port;
    if (port === undefined || port === other.uplinkPort) return [];
    return [
      other.device.mac,
      ...[...other.table].flatMap(([mac, entry]) => (entry.port === port ? [] : [mac])),
    ];
  });
  const macs =
    outside.length > 0
      ? outside
      : all.flatMap((other) => (other.device === device ? [] : [other.device.mac]));
  return findMostFrequent(macs.flatMap((mac) => table.get(mac)?.port ?? []))?.key;
}

/** Lists the bridges above a bridge, each with its port towards it. */
function listBridgesAbove(
  bridge: BridgeNode,
  root: EvidenceDevice | undefined,
  all: readonly BridgeNode[],
  distances: ReadonlyMap<string, number>,
): Above {
  if (bridge.device === root) return [];
  const isNearer = (one: BridgeNode, other: BridgeNode): boolean =>
    (distances.get(one.device.id) ?? Number.POSITIVE_INFINITY) <
    (distances.get(other.device.id) ?? Number.POSITIVE_INFINITY);
  const behind = [...bridge.table].flatMap(([mac, { port }]) => (port === bridge.uplinkPort ? [] : [mac]));
  const above = all.flatMap((other) => {
    if (other === bridge) return [];
    const learned = other.table.get(bridge.device.mac);
    const port = learned?.port ?? findPortTowards(other, bridge, behind);
    // Of two bridges that have learned each other below themselves, one has not noticed a move: the one whose report is
    // older, or that is farther from the root by the direct links.
    const back = bridge.table.get(other.device.mac);
    if (learned && back && back.port !== bridge.uplinkPort)
      if (back.at > learned.at || (back.at === learned.at && isNearer(bridge, other))) return [];
    return port === undefined || port === other.uplinkPort ? [] : [{ bridge: other, port, at: learned?.at }];
  });
  // A bridge that still knows this one from before a move is behind another port of a bridge above both.
  return above.filter(({ at = 0, bridge: other }) =>
    above.every((upper) => {
      const way = upper.bridge.table.get(other.device.mac)?.port;
      const isBelow = way !== undefined && way !== upper.bridge.uplinkPort;
      return !isBelow || way === upper.port || !isCurrent(upper.at, at);
    }),
  );
}

/** Time in which a switch can report an address that has moved away. */
const AGEING_MS = 5 * 60_000;

/** Returns true if a report of one time is recent enough to contradict one of another time. */
export const isCurrent = (at: number | undefined, otherAt: number): boolean =>
  at !== undefined && at + AGEING_MS >= otherAt;

/**
 * Returns the port where a bridge has learned most of the addresses behind another one, whose own address it has not
 * learned; undefined if they are at several ports, or if the other one has learned this bridge behind itself.
 */
function findPortTowards(
  { device, table }: BridgeNode,
  other: BridgeNode,
  behind: readonly string[],
): string | undefined {
  const back = other.table.get(device.mac)?.port;
  if (back !== undefined && back !== other.uplinkPort) return undefined;
  const ports = behind.flatMap((mac) => table.get(mac)?.port ?? []);
  const most = findMostFrequent(ports);
  return most && most.count >= ports.length * MOST ? most.key : undefined;
}

/** Share of addresses at one port that is enough against addresses that have moved. */
const MOST = 0.8;
