import type { EvidenceDevice, UplinkEvidence } from './evidence.ts';
import type { Trust } from './graph.ts';
import type { NeighbourLink } from './neighbour-links.ts';
import { type BridgeNode, isCurrent } from './switch-tree.ts';

/** Place of a device in the tree: the device above it, with the ports of the link. */
export interface Placement {
  readonly parentId: string;
  readonly port: string | undefined;
  readonly ownPort: string | undefined;
  readonly trust: Trust;
  readonly at: number | undefined;
  /** Set if other evidence of the same age and trust names another place, or if the evidence allows several places. */
  readonly isUncertain?: true;
}

export interface PlacementContext {
  readonly bridges: ReadonlyMap<string, BridgeNode>;
  /** Direct links of each device, most trusted first. */
  readonly neighbours: ReadonlyMap<string, readonly NeighbourLink[]>;
  /** Number of direct links between the root and each device that can be reached over them. */
  readonly distances: ReadonlyMap<string, number>;
  /** The latest uplink that each device names. */
  readonly uplinks: ReadonlyMap<string, UplinkEvidence>;
  readonly byMac: ReadonlyMap<string, EvidenceDevice>;
}

/** Places a device by its direct links or its wireless connection; undefined without such evidence. */
export const placeByReport = (device: EvidenceDevice, context: PlacementContext): Placement | undefined =>
  placeByNeighbour(device, context) ?? placeByWireless(device, context);

/**
 * A device uses the link to the uplink that it names. Otherwise a switch uses the link of its uplink port, and any other
 * device the link to the switch that is nearest to the root. Without forwarding tables, the other end of the link must be
 * nearer to the root. The direct links of a device with a wireless uplink lead to devices below it.
 */
function placeByNeighbour(
  device: EvidenceDevice,
  { bridges, byMac, distances, neighbours, uplinks }: PlacementContext,
): Placement | undefined {
  const links = (neighbours.get(device.id) ?? []).map((link) => {
    const [own, other] = link.ends[0].device === device ? link.ends : link.ends.toReversed();
    return { link, own, other };
  });
  const bridge = bridges.get(device.id);
  const place = bridge ? undefined : findTablePlace(device, bridges);
  /** A report of one end alone must agree with the forwarding tables. */
  const isContradicted = (otherId: string): boolean => {
    const other = bridges.get(otherId);
    if (bridge) return bridge.parent !== undefined && (!other || !bridge.above.includes(other));
    if (!place || place.bridge === other) return false;
    return !other?.above.includes(place.bridge);
  };
  const getDepth = (id: string): number => bridges.get(id)?.above.length ?? Number.POSITIVE_INFINITY;
  const getDistance = (id: string): number => distances.get(id) ?? Number.POSITIVE_INFINITY;
  const uplink = uplinks.get(device.id);
  const named = byMac.get(uplink?.parentMac ?? '');
  if (uplink?.isWireless === true && named && !links.some(({ other }) => other?.device === named))
    return undefined;
  const byTables = bridge
    ? links.filter(({ other, own }) =>
        bridge.uplinkPort === undefined
          ? getDepth(other?.device.id ?? '') < Number.POSITIVE_INFINITY
          : own?.port === bridge.uplinkPort,
      )
    : links.filter(({ other }) => bridges.has(other?.device.id ?? ''));
  const choices = [
    links.filter(({ other }) => other?.device === named),
    byTables.toSorted(
      (one, other) => getDepth(one.other?.device.id ?? '') - getDepth(other.other?.device.id ?? ''),
    ),
    links.filter(({ other }) => getDistance(other?.device.id ?? '') < getDistance(device.id)),
  ];
  const [best] = choices
    .flat()
    .filter(({ link, other }) => link.trust === 'lldp-both' || !isContradicted(other?.device.id ?? ''));
  if (!best?.own || !best.other) return undefined;
  const { link, other, own } = best;
  return { parentId: other.device.id, port: other.port, ownPort: own.port, trust: link.trust, at: link.at };
}

function placeByWireless(
  device: EvidenceDevice,
  { byMac, uplinks }: PlacementContext,
): Placement | undefined {
  const uplink = uplinks.get(device.id);
  const parent = uplink?.isWireless === true ? byMac.get(uplink.parentMac) : undefined;
  if (!uplink || !parent || parent === device) return undefined;
  return { parentId: parent.id, port: undefined, ownPort: undefined, trust: 'wireless', at: uplink.at };
}

/** Place of a device in the forwarding tables: the lowest switch that learned its address below itself. */
export interface TablePlace {
  readonly bridge: BridgeNode;
  readonly port: string;
  /** Time of the latest report that names or confirms the place. */
  readonly at: number;
  /** Switches at the same port that have not learned the address, so that the device can be behind them. */
  readonly silent: readonly BridgeNode[];
}

/**
 * Returns the place of a device in the forwarding tables; undefined if no switch has learned its address below itself. A
 * switch that still knows the address from before a move is contradicted by the switches above it, which have seen the
 * device's later frames.
 */
export function findTablePlace(
  device: EvidenceDevice,
  bridges: ReadonlyMap<string, BridgeNode>,
): TablePlace | undefined {
  const places = [...bridges.values()].flatMap((bridge): LearnedPlace[] => {
    const learned = bridge.table.get(device.mac);
    return !learned || learned.port === bridge.uplinkPort ? [] : [{ bridge, ...learned }];
  });
  const contradictions = new Map(places.map((place) => [place, findContradiction(place, device.mac)]));
  const isStale = (place: LearnedPlace): boolean => {
    const contradiction = contradictions.get(place);
    if (contradiction !== 'above') return contradiction === 'elsewhere';
    // The switches above the place confirm it until the device appears beside it.
    return places.some(
      (other) => contradictions.get(other) === undefined && !place.bridge.above.includes(other.bridge),
    );
  };
  const [lowest] = places.toSorted(
    (one, other) =>
      Number(isStale(one)) - Number(isStale(other)) ||
      other.bridge.above.length - one.bridge.above.length ||
      other.at - one.at,
  );
  if (!lowest) return undefined;
  const { bridge, port } = lowest;
  const below = [...bridges.values()].filter(
    ({ device: other, parent }) => other !== device && parent?.bridge === bridge && parent.port === port,
  );
  // The switches behind the port confirm the place: they have learned the address at their uplinks.
  const confirmed = below.map(({ table }) => table.get(device.mac)?.at ?? 0);
  return {
    ...lowest,
    at: Math.max(lowest.at, ...confirmed),
    silent: below.filter(({ table }) => !table.has(device.mac)),
  };
}

/** A switch that has learned an address below itself. */
interface LearnedPlace {
  readonly bridge: BridgeNode;
  readonly port: string;
  readonly at: number;
}

/**
 * Returns where a switch above the place has learned the address: `elsewhere` at another port than the one towards the
 * place, or `above` at its uplink, as in the minutes after a ring has changed its direction. Undefined if none has.
 */
function findContradiction({ at, bridge }: LearnedPlace, mac: string): 'elsewhere' | 'above' | undefined {
  const passed = new Set<BridgeNode>();
  let isAbove = false;
  for (let { parent } = bridge; parent && !passed.has(parent.bridge); { parent } = parent.bridge) {
    passed.add(parent.bridge);
    const learned = parent.bridge.table.get(mac);
    if (!learned || learned.port === parent.port || !isCurrent(learned.at, at)) continue;
    if (learned.port !== parent.bridge.uplinkPort) return 'elsewhere';
    isAbove = true;
  }
  return isAbove ? 'above' : undefined;
}
