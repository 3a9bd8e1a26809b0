import {
  formatUnknownId,
  type GraphLink,
  type GraphNode,
  type LinkEnd,
  type TopologyGraph,
  UNKNOWN_NETWORK_ID,
} from './graph.ts';
import type { Placement } from './placements.ts';
import {
  findSeat,
  listUnmanagedNeighbours,
  type PlacedReport,
  type PlacedSite,
  RANKS,
  type Seat,
  type UnmanagedNeighbour,
} from './unmanaged-neighbours.ts';

/** Maximum number of neighbours that are not managed at one port, because anything can announce itself there. */
const UNMANAGED_MAX = 16;

/** A device at its seat. */
interface Member extends Placement {
  readonly id: string;
}

/**
 * Returns the network of the placed devices. Several nodes behind one port have a node between: the neighbour that is not
 * managed and that the port reports, or an unknown device. Nodes without a place are in the unknown network.
 */
export function buildGraph(site: PlacedSite): TopologyGraph {
  const builder = new GraphBuilder(site);
  const unmanaged = listUnmanagedNeighbours(site);
  const members = Map.groupBy(
    [...site.placements].map(([id, placement]) => ({ ...placement, id, seat: findSeat(id, placement) })),
    ({ seat }) => seat.key,
  );
  const seated = Map.groupBy(unmanaged, ({ seat }) => seat?.key ?? '');
  for (const [key, group] of members) {
    const [{ seat } = { seat: undefined }] = group;
    if (seat) builder.addSeat(seat, group, seated.get(key) ?? []);
  }
  for (const [key, group] of seated)
    if (group[0]?.seat && !members.has(key)) builder.addSeat(group[0].seat, [], group);
  return builder.finish(unmanaged);
}

class GraphBuilder {
  readonly #site: PlacedSite;
  readonly #nodes: GraphNode[];
  readonly #links: GraphLink[] = [];
  /** Neighbours that are not managed, with a node. */
  readonly #shown = new Set<string>();
  /** Node above each node. */
  readonly #above = new Map<string, string>();
  /** Devices and the MAC addresses of their neighbours. */
  readonly #neighbours: ReadonlySet<string>;
  readonly #macs: ReadonlyMap<string, string>;

  constructor(site: PlacedSite) {
    this.#site = site;
    this.#nodes = site.devices.map(({ id }) => ({ id, kind: 'device' }));
    this.#neighbours = new Set(site.neighbours.map(({ deviceId, peerMac }) => `${deviceId} ${peerMac}`));
    this.#macs = new Map(site.devices.map(({ id, mac }) => [id, mac]));
  }

  /** Adds what is at a seat. */
  addSeat(seat: Seat, members: readonly Member[], found: readonly UnmanagedNeighbour[]): void {
    const unmanaged = found.slice(0, UNMANAGED_MAX);
    const { parentId, port } = seat;
    const upper: LinkEnd = { nodeId: parentId, port };
    const [only] = unmanaged.length === 1 && !members.some((each) => this.#isDirect(each)) ? unmanaged : [];
    if (only) {
      this.#addNeighbour(only, upper);
      for (const member of members) this.#addBelowNeighbour(member, only);
      return;
    }
    const [first] = [...members, ...unmanaged];
    if (members.length + unmanaged.length < 2 || !first) {
      for (const member of members) this.#addMember(member, upper);
      return;
    }
    const nodeId = formatUnknownId(parentId, port ?? first.id);
    this.#nodes.push({ id: nodeId, kind: 'unknown-device' });
    const seenAt = Math.max(...[...members, ...unmanaged].map(({ at = 0 }) => at));
    this.#add({ upper, lower: { nodeId }, trust: 'forwarding', seenAt });
    for (const member of members) this.#addMember(member, { nodeId });
    for (const { at, id, reports } of unmanaged) {
      this.#show(id);
      const lower = { nodeId: id, port: reports[0]?.peerPort };
      this.#add({ upper: { nodeId }, lower, trust: 'lldp-one', seenAt: at });
    }
  }

  finish(unmanaged: readonly UnmanagedNeighbour[]): TopologyGraph {
    const { devices, rootId } = this.#site;
    const unplaced = unmanaged.filter(({ seat }) => !seat);
    for (const { id } of unplaced) this.#show(id);
    const shown = unmanaged.filter(({ id }) => this.#shown.has(id));
    for (const neighbour of shown)
      for (const report of neighbour.reports)
        if (report.rank === RANKS.aboveLost) this.#addLost(report, neighbour);
    const lost = [...unplaced, ...devices.filter(({ id }) => id !== rootId && !this.#above.has(id))];
    if (lost.length > 0) {
      this.#nodes.push({ id: UNKNOWN_NETWORK_ID, kind: 'unknown-network' });
      const network = { nodeId: UNKNOWN_NETWORK_ID };
      if (rootId !== undefined) this.#add({ upper: { nodeId: rootId }, lower: network, trust: 'none' });
      for (const { id } of lost) this.#add({ upper: network, lower: { nodeId: id }, trust: 'none' });
    }
    for (const neighbour of shown) this.#addFurtherLinks(neighbour);
    return { rootId, nodes: this.#nodes, links: this.#links };
  }

  #show(id: string): void {
    this.#nodes.push({ id, kind: 'unknown-device' });
    this.#shown.add(id);
  }

  #add(link: Omit<GraphLink, 'isInTree' | 'isUncertain'>, isUncertain = false): void {
    this.#links.push({ ...link, isInTree: true, isUncertain });
    this.#above.set(link.lower.nodeId, link.upper.nodeId);
  }

  #addMember({ at: seenAt, id, isUncertain, ownPort, trust }: Member, upper: LinkEnd): void {
    this.#add({ upper, lower: { nodeId: id, port: ownPort }, trust, seenAt }, isUncertain);
  }

  /** Adds a device that is behind a neighbour that is not managed. */
  #addBelowNeighbour(member: Member, { id, reports }: UnmanagedNeighbour): void {
    const report = reports.find(({ deviceId, rank }) => deviceId === member.id && rank === RANKS.between);
    if (!report) {
      this.#addMember(member, { nodeId: id });
      return;
    }
    const { at, peerPort, port } = report;
    this.#addMember({ ...member, ownPort: port, trust: 'lldp-one', at }, { nodeId: id, port: peerPort });
  }

  /** Adds a neighbour alone at a port: above the root, or below the device with the port. */
  #addNeighbour({ at: seenAt, id, isAboveRoot, reports }: UnmanagedNeighbour, upper: LinkEnd): void {
    this.#show(id);
    const report = reports.find(({ deviceId, port }) => deviceId === upper.nodeId && port === upper.port);
    const end: LinkEnd = { nodeId: id, port: report?.peerPort };
    if (isAboveRoot && !this.#above.has(upper.nodeId))
      this.#add({ upper: end, lower: upper, trust: 'lldp-one', seenAt });
    else this.#add({ upper, lower: end, trust: report ? 'lldp-one' : 'forwarding', seenAt });
  }

  /** Adds a device without a place below the neighbour at its uplink, unless the neighbour is below the device. */
  #addLost({ at: seenAt, deviceId, peerPort, port }: PlacedReport, { id }: UnmanagedNeighbour): void {
    if (this.#above.has(deviceId)) return;
    for (let at: string | undefined = id; at !== undefined; at = this.#above.get(at))
      if (at === deviceId) return;
    const lower = { nodeId: deviceId, port };
    this.#add({ upper: { nodeId: id, port: peerPort }, lower, trust: 'lldp-one', seenAt });
  }

  /** Adds the cables to a neighbour beside the one in the tree. */
  #addFurtherLinks({ id, reports, seat }: UnmanagedNeighbour): void {
    const known = this.#links.flatMap(({ lower, upper }) =>
      upper.nodeId === id ? [lower] : lower.nodeId === id ? [upper] : [],
    );
    for (const { at: seenAt, deviceId, peerPort, port, rank, seat: own } of reports) {
      const isKnown =
        (own && own.key === seat?.key) ||
        known.some((end) => end.nodeId === deviceId && (end.port === undefined || end.port === port));
      if (isKnown) continue;
      const ends = [
        { nodeId: deviceId, port },
        { nodeId: id, port: peerPort },
      ] as const;
      const [upper, lower] = rank === RANKS.below || rank === RANKS.belowLost ? ends : ends.toReversed();
      if (upper && lower)
        this.#links.push({ upper, lower, trust: 'lldp-one', isInTree: false, isUncertain: false, seenAt });
    }
  }

  /** Returns true if LLDP shows a device directly at its seat. */
  #isDirect({ id, parentId }: Member): boolean {
    return (
      this.#neighbours.has(`${id} ${this.#macs.get(parentId)}`) ||
      this.#neighbours.has(`${parentId} ${this.#macs.get(id)}`)
    );
  }
}
