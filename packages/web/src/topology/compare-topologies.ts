import type { Topology, TopologyLink } from '@northlight/contract';
import { type DisplayGraph, formatLineId } from './display-graph.ts';
import type { Highlight } from './highlight.ts';

/** How a device or link of a past time differs from the present. */
export type Difference = 'added' | 'removed' | 'moved' | 'slower';

export const DIFFERENCE_LABELS: Readonly<Record<Difference, string>> = {
  added: 'Added since then',
  removed: 'Removed since then',
  moved: 'Moved since then',
  slower: 'Slower now',
};

export interface Comparison {
  /** The past topology, with the devices and links that were added since then. */
  readonly topology: Topology;
  /** Differences by the id of a node or of a line. */
  readonly differences: ReadonlyMap<string, Difference>;
}

/** Compares a past topology with the present one. Links that lead to the same ports are the same. */
export function compareTopologies(past: Topology, now: Topology): Comparison {
  const differences = new Map<string, Difference>();
  const [pastNodes, nowNodes] = [listIds(past), listIds(now)];
  const addedNodes = now.nodes.filter(({ id }) => !pastNodes.has(id));
  for (const { id } of addedNodes) differences.set(id, 'added');
  for (const id of pastNodes) if (!nowNodes.has(id)) differences.set(id, 'removed');
  const uplinks = new Map(now.links.flatMap((link) => (link.isInTree ? [[link.lower.nodeId, link]] : [])));
  const further = new Map(now.links.flatMap((link) => (link.isInTree ? [] : [[formatEnds(link), link]])));
  const pastFurther = new Set<string>();
  for (const link of past.links) {
    if (!link.isInTree) pastFurther.add(formatEnds(link));
    const present = link.isInTree ? uplinks.get(link.lower.nodeId) : further.get(formatEnds(link));
    const difference = compareLink(link, present, nowNodes);
    if (difference === undefined) continue;
    differences.set(formatLineId(link), difference);
    if (difference === 'moved') differences.set(link.lower.nodeId, 'moved');
  }
  const addedLinks = now.links.filter((link) =>
    link.isInTree ? !pastNodes.has(link.lower.nodeId) : !pastFurther.has(formatEnds(link)),
  );
  for (const link of addedLinks) differences.set(formatLineId(link), 'added');
  return {
    topology: { ...past, nodes: [...past.nodes, ...addedNodes], links: [...past.links, ...addedLinks] },
    differences,
  };
}

const listIds = ({ nodes }: Topology): ReadonlySet<string> => new Set(nodes.map(({ id }) => id));

/** Returns the same text for a link and for its reverse. */
const formatEnds = ({ lower, upper }: TopologyLink): string =>
  [upper, lower]
    .map(({ nodeId, port = '' }) => `${nodeId} ${port}`)
    .toSorted()
    .join(' – ');

function compareLink(
  past: TopologyLink,
  now: TopologyLink | undefined,
  nowNodes: ReadonlySet<string>,
): Difference | undefined {
  if (!now) return past.isInTree && nowNodes.has(past.lower.nodeId) ? 'moved' : 'removed';
  if (past.isInTree && !(hasSameEnd(past.upper, now.upper) && hasSameEnd(past.lower, now.lower)))
    return 'moved';
  const [before, after] = [past.figures?.speedMbps ?? 0, now.figures?.speedMbps ?? 0];
  return now.figures?.up !== false && after > 0 && after < before ? 'slower' : undefined;
}

/** An unknown port contradicts no other one. */
const hasSameEnd = (one: TopologyLink['upper'], other: TopologyLink['upper']): boolean =>
  one.nodeId === other.nodeId &&
  (one.port === undefined || other.port === undefined || one.port === other.port);

/** Marks the cards and lines with their differences. A group has the first difference of its members. */
export function markDifferences(
  graph: DisplayGraph,
  differences: ReadonlyMap<string, Difference>,
): DisplayGraph {
  if (differences.size === 0) return graph;
  const cards = [...graph.cards.values()].map((card) => {
    const ids = [card.id, ...(card.members ?? []).map(({ id }) => id)];
    const difference = ids.flatMap((id) => differences.get(id) ?? [])[0];
    if (!difference) return card;
    return { ...card, difference, note: `${DIFFERENCE_LABELS[difference]}, ${card.note.toLowerCase()}` };
  });
  return {
    ...graph,
    cards: new Map(cards.map((card) => [card.id, card])),
    lines: graph.lines.map((line) => {
      const difference = differences.get(line.id);
      if (!difference) return line;
      const label = [line.label, DIFFERENCE_LABELS[difference].toLowerCase()].filter(Boolean).join(' · ');
      return { ...line, difference, label };
    }),
  };
}

/** Finds the marked cards and lines, with the cards at the ends of marked lines; undefined without any. */
export function findDifferent({ cards, lines }: DisplayGraph): Highlight | undefined {
  const ids = new Set([
    ...[...cards.values()].flatMap(({ difference, id }) => (difference ? [id] : [])),
    ...lines.flatMap(({ difference, id, lowerId, upperId }) => (difference ? [id, lowerId, upperId] : [])),
  ]);
  return ids.size === 0 ? undefined : { ids, missing: new Map() };
}
