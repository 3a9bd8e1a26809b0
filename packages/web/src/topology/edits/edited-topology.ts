import type { Topology, TopologyEdits, TopologyLink, TopologyNode } from '@northlight/contract';
import { addManualParts, type GraphLink, isManualId, type TopologyGraph } from '@northlight/topology';

/**
 * Returns the topology as unsaved edits would show it: with new names, and with manual devices and links added or removed.
 * Another root is shown after it was saved, because the links are inferred again then.
 */
export function editTopology(topology: Topology, edits: TopologyEdits): Topology {
  if (edits === topology.edits) return topology;
  const kept = removeManualParts(topology, edits);
  const known = new Set(kept.nodes.map(({ id }) => id));
  const devices = edits.devices.filter(({ id }) => !known.has(id));
  const added = edits.links.filter(({ id, isUsed }) => isUsed && !findSaved(topology.edits, edits, id));
  const { graph } = addManualParts(toGraph(kept), {
    deviceIds: devices.map(({ id }) => id),
    links: added,
  });
  const names = new Map(edits.names.map(({ name, nodeId }) => [nodeId, name]));
  const manual = new Map(edits.devices.map((device) => [device.id, device]));
  const links = new Map(kept.links.map((link) => [link.id, link]));
  const nodes = new Map(kept.nodes.map((node) => [node.id, node]));
  return {
    ...topology,
    nodes: graph.nodes.map(({ id }): TopologyNode => {
      const device = manual.get(id);
      if (device) return { id, kind: 'manual-device', name: device.name, manualType: device.type };
      const node = nodes.get(id) ?? { id, kind: 'device' };
      return node.kind === 'unknown-device' ? { ...node, name: names.get(id) ?? node.neighbour?.name } : node;
    }),
    links: graph.links.map(({ id, ...link }: EditedLink, index) => {
      const { isInTree, isUncertain, lower, trust: evidence, upper } = link;
      const own = { upper, lower, evidence, isInTree, isUncertain };
      const saved = links.get(id ?? 0);
      return saved ? { ...saved, ...own } : { id: -1 - index, since: new Date().toISOString(), ...own };
    }),
    edits,
  };
}

/** Returns the saved link with the same ends as an edited one. */
function findSaved({ links }: TopologyEdits, edits: TopologyEdits, id: string) {
  const edited = edits.links.find((link) => link.id === id);
  return links.find((saved) => saved.id === id && edited && formatEnds(saved) === formatEnds(edited));
}

const formatEnds = ({ lower, upper }: Pick<GraphLink, 'lower' | 'upper'>): string =>
  JSON.stringify([upper.nodeId, upper.port, lower.nodeId, lower.port]);

/** Removes the manual devices and links that the edits no longer contain. The nodes below them move up. */
function removeManualParts(topology: Topology, edits: TopologyEdits): Topology {
  const deviceIds = new Set(edits.devices.map(({ id }) => id));
  const ends = new Set(edits.links.map(formatEnds));
  const removed = new Set(
    topology.nodes.flatMap(({ id }) => (isManualId(id) && !deviceIds.has(id) ? [id] : [])),
  );
  const above = new Map(
    topology.links.flatMap((link) => (link.isInTree ? [[link.lower.nodeId, link.upper] as const] : [])),
  );
  const findUpper = (end: TopologyLink['upper']): TopologyLink['upper'] | undefined => {
    let at: TopologyLink['upper'] | undefined = end;
    while (at && removed.has(at.nodeId)) at = above.get(at.nodeId);
    return at;
  };
  return {
    ...topology,
    nodes: topology.nodes.filter(({ id }) => !removed.has(id)),
    links: topology.links.flatMap((link) => {
      const upper = findUpper(link.upper);
      const isRemoved = link.evidence === 'manual' && !ends.has(formatEnds(link));
      return isRemoved || !upper || removed.has(link.lower.nodeId) ? [] : [{ ...link, upper }];
    }),
  };
}

/** A link of the graph with the id of the link of the topology; a link that was added has none. */
type EditedLink = GraphLink & { readonly id?: number };

const toGraph = ({ links, nodes, rootId }: Topology): TopologyGraph => ({
  rootId,
  nodes,
  links: links.map(({ evidence, id, isInTree, isUncertain, lower, upper }): EditedLink => ({
    id,
    upper,
    lower,
    trust: evidence,
    isInTree,
    isUncertain,
  })),
});

/** Removes the hidden nodes with everything below them. */
export function hideBranches(topology: Topology, hidden: readonly string[]): Topology {
  if (hidden.length === 0) return topology;
  const gone = new Set(hidden);
  const below = Map.groupBy(
    topology.links.filter(({ isInTree }) => isInTree),
    ({ upper }) => upper.nodeId,
  );
  for (const id of gone) for (const { lower } of below.get(id) ?? []) gone.add(lower.nodeId);
  return {
    ...topology,
    nodes: topology.nodes.filter(({ id }) => !gone.has(id)),
    links: topology.links.filter(({ lower, upper }) => !gone.has(lower.nodeId) && !gone.has(upper.nodeId)),
  };
}
