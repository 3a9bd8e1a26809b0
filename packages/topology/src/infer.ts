import { buildGraph } from './build-graph.ts';
import type { Evidence, EvidenceDevice, UplinkEvidence } from './evidence.ts';
import { buildTables } from './forwarding-tables.ts';
import { type GraphLink, isUnknownId, type TopologyGraph, TRUST_LEVELS } from './graph.ts';
import { listNeighbourLinks, type NeighbourEnd, type NeighbourLink } from './neighbour-links.ts';
import { placeByTables } from './place-by-tables.ts';
import { type Placement, placeByReport } from './placements.ts';
import { buildSwitchTree } from './switch-tree.ts';

/**
 * Infers the network from what its devices report: each device below the root is linked by its most trusted evidence.
 * A port behind which several devices appear without a switch that reports gets an unknown device, and a neighbour that is
 * none of the site's devices is one. A link of `previous` stays while other evidence of the same trust is not newer, and is
 * marked as uncertain.
 */
export function infer(evidence: Evidence, previous?: TopologyGraph): TopologyGraph {
  const { forwarding, rootId } = evidence;
  const devices = withUniqueMacs(evidence.devices);
  const root = devices.find(({ id }) => id === rootId);
  const neighbourLinks = listNeighbourLinks(devices, evidence.neighbours, evidence.uplinks);
  const neighbours = groupByDevice(neighbourLinks);
  const distances = measureDistances(neighbours, rootId);
  const bridges = buildSwitchTree(devices, buildTables(devices, forwarding), root, neighbourLinks, distances);
  const byMac = new Map(devices.map((device) => [device.mac, device]));
  const uplinks = indexUplinks(turnBridgeLinks(evidence.uplinks, devices, byMac, distances));
  const context = { bridges, neighbours, distances, uplinks, byMac };
  const placements = new Map<string, Placement>();
  for (const device of devices) {
    const placement = device === root ? undefined : placeByReport(device, context);
    if (placement) placements.set(device.id, placement);
  }
  placeByTables(devices, bridges, bridges.get(rootId ?? ''), placements);
  if (previous) keepEarlierLinks(placements, previous, devices);
  removeLoops(placements);
  const graph = buildGraph({ devices, neighbours: evidence.neighbours, placements, rootId });
  return { ...graph, links: [...graph.links, ...listFurtherLinks(graph, neighbourLinks, distances)] };
}

/** Returns the latest uplink that each device names. */
const indexUplinks = (uplinks: readonly UplinkEvidence[]): ReadonlyMap<string, UplinkEvidence> =>
  new Map(uplinks.toSorted((one, other) => one.at - other.at).map((uplink) => [uplink.deviceId, uplink]));

/** Turns the bridge links whose client is at the side of the root, as its direct links show. */
function turnBridgeLinks(
  uplinks: readonly UplinkEvidence[],
  devices: readonly EvidenceDevice[],
  byMac: ReadonlyMap<string, EvidenceDevice>,
  distances: ReadonlyMap<string, number>,
): readonly UplinkEvidence[] {
  const macs = new Map(devices.map(({ id, mac }) => [id, mac]));
  return uplinks.map((uplink) => {
    const base = uplink.isBridgeLink === true ? byMac.get(uplink.parentMac) : undefined;
    const mac = macs.get(uplink.deviceId);
    const isTurned = base && mac !== undefined && distances.has(uplink.deviceId) && !distances.has(base.id);
    return isTurned ? { ...uplink, deviceId: base.id, parentMac: mac } : uplink;
  });
}

/** Counts the direct links between the root and each device that can be reached over them. */
function measureDistances(
  neighbours: ReadonlyMap<string, readonly NeighbourLink[]>,
  rootId: string | undefined,
): ReadonlyMap<string, number> {
  const distances = new Map<string, number>(rootId === undefined ? [] : [[rootId, 0]]);
  for (const [id, distance] of distances)
    for (const { ends } of neighbours.get(id) ?? [])
      for (const { device } of ends) if (!distances.has(device.id)) distances.set(device.id, distance + 1);
  return distances;
}

/** Devices that share a MAC address have the same table entries: only the first one keeps the address. */
function withUniqueMacs(devices: readonly EvidenceDevice[]): EvidenceDevice[] {
  const seen = new Set<string>();
  return devices.map((device) => {
    if (seen.has(device.mac)) return { ...device, mac: '' };
    seen.add(device.mac);
    return device;
  });
}

/** Puts devices back to their earlier place if the evidence for the new one is as trusted, but not newer. */
function keepEarlierLinks(
  placements: Map<string, Placement>,
  { links }: TopologyGraph,
  devices: readonly EvidenceDevice[],
): void {
  const ids = new Set(devices.map(({ id }) => id));
  for (const { isInTree, lower, seenAt, trust, upper } of links) {
    const now = placements.get(lower.nodeId);
    if (!now || !isInTree || !ids.has(upper.nodeId) || now.trust !== trust || seenAt === undefined) continue;
    if (now.parentId === upper.nodeId && now.port === upper.port) continue;
    if ((now.at ?? 0) > seenAt) continue;
    const earlier = { parentId: upper.nodeId, port: upper.port, ownPort: lower.port, trust, at: seenAt };
    placements.set(lower.nodeId, { ...earlier, isUncertain: true });
  }
}

/**
 * Lists the direct links that the tree does not contain: those that close a loop, and further ones of two devices. Their
 * upper end is nearer to the root, so that a link stays the same when the other device reports it first.
 */
function listFurtherLinks(
  { links, rootId }: TopologyGraph,
  neighbours: readonly NeighbourLink[],
  distances: ReadonlyMap<string, number>,
): GraphLink[] {
  const compareEnds = ({ device: one }: NeighbourEnd, { device: other }: NeighbourEnd): number =>
    (distances.get(one.id) ?? 0) - (distances.get(other.id) ?? 0) || (one.id < other.id ? -1 : 1);
  const formatEnds = (ends: readonly (readonly [string, string | undefined])[]): string =>
    ends
      .map(([id, port]) => `${id} ${port ?? ''}`)
      .toSorted()
      .join('|');
  // A device behind an unmanaged switch reports the managed one as its neighbour.
  const switchPorts = new Map([
    // A node above the root is at a port of the root.
    ...links.flatMap(({ lower, upper }) =>
      lower.nodeId === rootId && upper.nodeId !== rootId ? [[upper.nodeId, lower] as const] : [],
    ),
    ...links.map(({ lower, upper }) => [lower.nodeId, upper] as const),
  ]);
  const known = new Set(
    links.map(({ lower, upper }) => {
      const end = isUnknownId(upper.nodeId) ? (switchPorts.get(upper.nodeId) ?? upper) : upper;
      return formatEnds([
        [end.nodeId, end.port],
        [lower.nodeId, lower.port],
      ]);
    }),
  );
  const segments = new Map(
    links.flatMap(({ lower, upper }) =>
      isUnknownId(upper.nodeId) ? [[`${lower.nodeId} ${lower.port}`, upper.nodeId] as const] : [],
    ),
  );
  return neighbours.flatMap(({ at, ends, trust }) => {
    const [one, other] = ends.toSorted(compareEnds);
    if (!one || !other) return [];
    // LLDP of devices behind the same unmanaged switch.
    const [segment, otherSegment] = ends.map(({ device, port }) => segments.get(`${device.id} ${port}`));
    if (segment !== undefined && segment === otherSegment) return [];
    if (
      known.has(
        formatEnds([
          [one.device.id, one.port],
          [other.device.id, other.port],
        ]),
      )
    )
      return [];
    return [
      {
        upper: { nodeId: one.device.id, port: one.port },
        lower: { nodeId: other.device.id, port: other.port },
        trust,
        isInTree: false,
        isUncertain: false,
        seenAt: at,
      },
    ];
  });
}

function groupByDevice(links: readonly NeighbourLink[]): ReadonlyMap<string, readonly NeighbourLink[]> {
  const groups = new Map<string, NeighbourLink[]>();
  for (const link of links)
    for (const { device } of link.ends) {
      const known = groups.get(device.id);
      if (known) known.push(link);
      else groups.set(device.id, [link]);
    }
  return groups;
}

const getRank = (placement: Placement | undefined): number =>
  TRUST_LEVELS.indexOf(placement?.trust ?? 'none');

/** Removes the least trusted placements of each loop: all of them if none is more trusted, because any can be false. */
function removeLoops(placements: Map<string, Placement>): void {
  for (const id of placements.keys()) {
    const path = new Set<string>();
    for (let at: string | undefined = id; at !== undefined; at = placements.get(at)?.parentId) {
      if (path.has(at)) {
        const loop = [...path].slice([...path].indexOf(at));
        const weakest = Math.max(...loop.map((each) => getRank(placements.get(each))));
        for (const each of loop) if (getRank(placements.get(each)) === weakest) placements.delete(each);
        break;
      }
      path.add(at);
    }
  }
}
