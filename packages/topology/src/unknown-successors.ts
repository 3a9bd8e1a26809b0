import { findNeighbourMac, type GraphLink, isUnknownId, UNKNOWN_NETWORK_ID } from './graph.ts';

/**
 * Finds unknown devices that were moved to another port: the one that now has more than half of the devices behind it. A
 * neighbour with a MAC address keeps its id. Returns the new id by the earlier one.
 */
export function findUnknownSuccessors(
  before: readonly GraphLink[],
  after: readonly GraphLink[],
): ReadonlyMap<string, string> {
  const [earlier, present] = [groupMembers(before), groupMembers(after)];
  const owners = new Map([...present].flatMap(([id, members]) => members.map((member) => [member, id])));
  const successors = new Map<string, string>();
  const shown = new Set(after.flatMap(({ lower, upper }) => [lower.nodeId, upper.nodeId]));
  for (const [id, members] of earlier) {
    if (shown.has(id)) continue;
    const counts = Map.groupBy(members, (member) => owners.get(member));
    for (const [successor, { length }] of counts)
      if (successor !== undefined && !earlier.has(successor) && 2 * length > members.length)
        if (!isReported(id) || !isReported(successor)) successors.set(id, successor);
  }
  return successors;
}

const isReported = (id: string): boolean => findNeighbourMac(id) !== undefined;

/** Groups the nodes that are directly below unknown devices. */
function groupMembers(links: readonly GraphLink[]): ReadonlyMap<string, readonly string[]> {
  const members = new Map<string, string[]>();
  for (const { isInTree, lower, upper } of links) {
    if (!isInTree || !isUnknownId(upper.nodeId) || upper.nodeId === UNKNOWN_NETWORK_ID) continue;
    const known = members.get(upper.nodeId);
    if (known) known.push(lower.nodeId);
    else members.set(upper.nodeId, [lower.nodeId]);
  }
  return members;
}
