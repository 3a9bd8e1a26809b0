import {
  findReportedEnd,
  type GraphLink,
  type GraphNode,
  isManualId,
  isUnknownId,
  type LinkEnd,
  type TopologyGraph,
  UNKNOWN_NETWORK_ID,
} from './graph.ts';

/** A link that a user added. Its ends are devices of the evidence or manual devices. */
export interface ManualLink {
  readonly id: string;
  readonly upper: LinkEnd;
  readonly lower: LinkEnd;
}

/** Devices and links that users added to a network, because no report contains them. */
export interface ManualParts {
  readonly deviceIds: readonly string[];
  readonly links: readonly ManualLink[];
}

export interface MergedGraph {
  readonly graph: TopologyGraph;
  /** Manual links that are not part of the graph, because reports contradict them or one of their ends is gone. */
  readonly unusedLinkIds: readonly string[];
}

/**
 * Adds manual devices and links to an inferred network. Reports have priority: a device that is linked by evidence keeps
 * its link. But a manual device at a port takes over what else is behind this port, as long as LLDP does not show one
 * device of the site directly there. It replaces an unknown device at its place.
 */
export function addManualParts(inferred: TopologyGraph, { deviceIds, links }: ManualParts): MergedGraph {
  const merge = new Merge(inferred, deviceIds);
  const unused = sortFromTop(links).filter((link) => !merge.add(link));
  return { graph: merge.finish(), unusedLinkIds: unused.map(({ id }) => id) };
}

/** Orders links so that those above a manual device come before those below it. */
function sortFromTop(links: readonly ManualLink[]): readonly ManualLink[] {
  const above = Map.groupBy(links, ({ lower }) => lower.nodeId);
  const ordered = new Set<ManualLink>();
  const path = new Set<string>();
  const visit = (link: ManualLink): void => {
    if (path.has(link.id)) return;
    path.add(link.id);
    if (isManualId(link.upper.nodeId)) above.get(link.upper.nodeId)?.forEach(visit);
    path.delete(link.id);
    ordered.add(link);
  };
  links.forEach(visit);
  return [...ordered];
}

/** Returns true if two ports can be the same one: one of them is unknown, or they are equal. */
const isSamePort = (one: string | undefined, other: string | undefined): boolean =>
  one === undefined || other === undefined || one === other;

class Merge {
  readonly #rootId: string | undefined;
  readonly #nodes: Map<string, GraphNode>;
  /** The link above each node. */
  readonly #above: Map<string, GraphLink>;
  readonly #further: GraphLink[];

  constructor({ links, nodes, rootId }: TopologyGraph, deviceIds: readonly string[]) {
    this.#rootId = rootId;
    this.#nodes = new Map(
      [...nodes, ...deviceIds.map((id): GraphNode => ({ id, kind: 'manual-device' }))].map((node) => [
        node.id,
        node,
      ]),
    );
    this.#above = new Map(
      links.filter(({ isInTree }) => isInTree).map((link) => [link.lower.nodeId, link] as const),
    );
    this.#further = links.filter(({ isInTree }) => !isInTree);
  }

  /** Adds a link. Returns false if it is not used. */
  add({ lower, upper }: ManualLink): boolean {
    if (!this.#nodes.has(lower.nodeId) || !this.#nodes.has(upper.nodeId)) return false;
    if (this.#isBelow(upper.nodeId, lower.nodeId)) return false;
    const isAdded = isManualId(lower.nodeId) ? this.#canPlace(lower, upper) : this.#canReplace(lower, upper);
    if (!isAdded) return false;
    const replaced = this.#findUnplaced(lower.nodeId);
    const seenAt = this.#above.get(lower.nodeId)?.seenAt;
    const link: GraphLink = { upper, lower, trust: 'manual', isInTree: true, isUncertain: false, seenAt };
    if (isManualId(lower.nodeId)) {
      // A second link of a manual device closes a loop.
      if (this.#above.has(lower.nodeId)) {
        this.#further.push({ ...link, isInTree: false });
        return true;
      }
      this.#moveBelow(upper, lower.nodeId);
    }
    this.#above.set(lower.nodeId, link);
    if (replaced !== undefined && isManualId(upper.nodeId)) this.#replaceUnknown(replaced, upper.nodeId);
    return true;
  }

  finish(): TopologyGraph {
    const used = new Set([...this.#above.values()].map(({ upper }) => upper.nodeId));
    if (!used.has(UNKNOWN_NETWORK_ID)) {
      this.#nodes.delete(UNKNOWN_NETWORK_ID);
      this.#above.delete(UNKNOWN_NETWORK_ID);
    }
    return {
      rootId: this.#rootId,
      nodes: [...this.#nodes.values()],
      links: [...this.#above.values(), ...this.#further],
    };
  }

  /** Returns true if a manual device can be at a port: LLDP shows no single device of the site directly there. */
  #canPlace({ nodeId }: LinkEnd, upper: LinkEnd): boolean {
    return this.#listAtPort(upper).every(
      ({ lower, trust }) => lower.nodeId === nodeId || isUnknownId(lower.nodeId) || !trust.startsWith('lldp'),
    );
  }

  /** Returns the unknown device above a node, if it is above the root or its own place is unknown. */
  #findUnplaced(nodeId: string): string | undefined {
    const present = this.#above.get(nodeId);
    const isUnplaced =
      present !== undefined &&
      present.trust !== 'none' &&
      isUnknownId(present.upper.nodeId) &&
      !findReportedEnd(present.upper, this.#above);
    return isUnplaced ? present.upper.nodeId : undefined;
  }

  /** Returns true if no evidence contradicts the link of a device: it has none, or shows it behind the same port. */
  #canReplace(lower: LinkEnd, upper: LinkEnd): boolean {
    const present = this.#above.get(lower.nodeId);
    if (present?.trust === 'manual') return false;
    if (!present) return isManualId(upper.nodeId);
    if (present.trust === 'none') return true;
    if (this.#findUnplaced(lower.nodeId) !== undefined) return isSamePort(lower.port, present.lower.port);
    if (!isManualId(upper.nodeId) || present.trust === 'wireless') return false;
    const seat = findReportedEnd(present.upper, this.#above);
    const manualSeat = findReportedEnd(upper, this.#above);
    if (!seat || seat.nodeId !== manualSeat?.nodeId) return false;
    return isSamePort(seat.port, manualSeat.port);
  }

  /** Lists the cables at a port, also that of an unknown device. */
  #listAtPort({ nodeId, port }: LinkEnd): GraphLink[] {
    if (port === undefined) return [];
    return [...this.#above.values()].filter(
      ({ trust, upper }) => upper.nodeId === nodeId && upper.port === port && trust !== 'wireless',
    );
  }

  /** Moves the nodes at a port below the manual device there. An unknown device at this port is the manual one. */
  #moveBelow(upper: LinkEnd, manualId: string): void {
    for (const link of this.#listAtPort(upper)) {
      if (isUnknownId(link.lower.nodeId)) this.#replaceUnknown(link.lower.nodeId, manualId);
      else this.#attach(link, manualId);
    }
  }

  #replaceUnknown(unknownId: string, manualId: string): void {
    for (const member of this.#above.values())
      if (member.upper.nodeId === unknownId) this.#attach(member, manualId);
    this.#above.delete(unknownId);
    this.#nodes.delete(unknownId);
  }

  #attach(link: GraphLink, nodeId: string): void {
    this.#above.set(link.lower.nodeId, { ...link, upper: { nodeId } });
  }

  #isBelow(id: string, top: string): boolean {
    for (let at: string | undefined = id; at !== undefined; at = this.#above.get(at)?.upper.nodeId)
      if (at === top) return true;
    return false;
  }
}
