import type { EvidenceDevice } from './evidence.ts';
import { findOnlyPort } from './neighbour-links.ts';
import { findTablePlace, type Placement, type TablePlace } from './placements.ts';
import type { BridgeNode } from './switch-tree.ts';

/** Minimum number of devices at a port between which there must be an unmanaged switch. */
const SEGMENT_MIN = 2;

/** A port of a switch. */
interface Seat {
  readonly bridge: BridgeNode;
  readonly port: string;
}

/** A device that its own switch has not learned. */
interface FloatingDevice {
  readonly device: EvidenceDevice;
  readonly place: TablePlace | undefined;
  /** Switches that the device can be connected to. */
  readonly silent: readonly BridgeNode[];
}

/**
 * Adds the places of the remaining devices by their forwarding tables. Devices whose place is certain come first. A device
 * that its own switch has not learned is then placed at a port of that switch that has a link but no device yet, else at
 * a port with an unmanaged switch; its link is uncertain.
 */
export function placeByTables(
  devices: readonly EvidenceDevice[],
  bridges: ReadonlyMap<string, BridgeNode>,
  root: BridgeNode | undefined,
  placements: Map<string, Placement>,
): void {
  const floating: FloatingDevice[] = [];
  for (const device of devices) {
    if (placements.has(device.id) || device === root?.device) continue;
    const place = findTablePlace(device, bridges);
    const bridge = bridges.get(device.id);
    if (bridge?.parent) placements.set(device.id, createPlacement(device, bridge.parent, place?.at, bridge));
    else if (place && place.silent.length === 0)
      placements.set(device.id, createPlacement(device, place, place.at));
    else {
      const tops = place ? place.silent : isLearnedAnywhere(device, bridges) && root ? [root] : [];
      floating.push({ device, place, silent: listSilentBelow(device, tops, bridges) });
    }
  }
  const occupants = countOccupants(placements);
  // Devices with few possible places first, because the others have more to choose from.
  for (const { device, place, silent } of floating.toSorted(
    (one, other) => one.silent.length - other.silent.length,
  )) {
    const seat = findFreeSeat(silent, occupants) ?? findSegment(silent, place, occupants);
    const chosen = seat ?? place;
    if (!chosen) continue;
    placements.set(device.id, { ...createPlacement(device, chosen, place?.at), isUncertain: true });
    const key = formatSeat(chosen);
    occupants.set(key, (occupants.get(key) ?? 0) + 1);
  }
}

/** Lists these switches and those below them that have not learned a device, upper ones first. */
function listSilentBelow(
  { mac }: EvidenceDevice,
  tops: readonly BridgeNode[],
  bridges: ReadonlyMap<string, BridgeNode>,
): BridgeNode[] {
  const silent = [...tops];
  for (const top of silent)
    for (const bridge of bridges.values())
      if (bridge.parent?.bridge === top && !bridge.table.has(mac)) silent.push(bridge);
  return silent;
}

const createPlacement = (
  device: EvidenceDevice,
  { bridge, port }: Seat,
  at: number | undefined,
  own?: BridgeNode,
): Placement => ({
  parentId: bridge.device.id,
  port,
  ownPort: own ? own.uplinkPort : findOnlyPort(device),
  trust: 'forwarding',
  at,
});

const isLearnedAnywhere = ({ mac }: EvidenceDevice, bridges: ReadonlyMap<string, BridgeNode>): boolean =>
  [...bridges.values()].some(({ table }) => table.has(mac));

const formatSeat = ({ bridge, port }: Seat): string => `${bridge.device.id} ${port}`;

function countOccupants(placements: ReadonlyMap<string, Placement>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { parentId, port } of placements.values()) {
    const key = `${parentId} ${port}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Returns a port that has a link but no device. */
function findFreeSeat(
  bridges: readonly BridgeNode[],
  occupants: ReadonlyMap<string, number>,
): Seat | undefined {
  for (const bridge of bridges)
    for (const { id: port, up } of bridge.device.ports) {
      const seat = { bridge, port };
      if (up === true && port !== bridge.uplinkPort && !occupants.has(formatSeat(seat))) return seat;
    }
  return undefined;
}

/** Returns the port with the most devices behind an unmanaged switch, of these switches or at the place itself. */
function findSegment(
  bridges: readonly BridgeNode[],
  place: TablePlace | undefined,
  occupants: ReadonlyMap<string, number>,
): Seat | undefined {
  const seats = bridges.flatMap((bridge): Seat[] =>
    bridge.device.ports.map(({ id: port }) => ({ bridge, port })),
  );
  const counted = [...(place ? [place] : []), ...seats].map((seat) => ({
    seat,
    count: occupants.get(formatSeat(seat)) ?? 0,
  }));
  const [largest] = counted
    .filter(({ count }) => count >= SEGMENT_MIN)
    .toSorted((one, other) => other.count - one.count);
  return largest?.seat;
}
