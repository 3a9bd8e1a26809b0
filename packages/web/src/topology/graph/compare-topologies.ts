import type { Topology, TopologyLink } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { type Difference, type DisplayGraph, formatLineId, type TopologyCard } from './display-graph.ts';
import type { Highlight } from './highlight.ts';

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
  /** Devices whose link to the device above is slower now. */
  readonly slowerIds: ReadonlySet<string>;
}

/**
 * Compares a past topology with the present one. Links that lead to the same ports are the same; an unknown port can be any
 * port of its device.
 */
export function compareTopologies(past: Topology, now: Topology): Comparison {
  const differences = new Map<string, Difference>();
  const [pastNodes, nowNodes] = [listIds(past), listIds(now)];
  const addedNodes = now.nodes.filter(({ id }) => !pastNodes.has(id));
  for (const { id } of addedNodes) differences.set(id, 'added');
  for (const id of pastNodes) if (!nowNodes.has(id)) differences.set(id, 'removed');
  const uplinks = new Map(now.links.flatMap((link) => (link.isInTree ? [[link.lower.nodeId, link]] : [])));
  const further = matchFurtherLinks(past, now);
  const slowerIds = new Set<string>();
  for (const link of past.links) {
    const present = link.isInTree ? uplinks.get(link.lower.nodeId) : further.get(link);
    const difference = compareLink(link, present, nowNodes);
    if (difference === undefined) continue;
    differences.set(formatLineId(link), difference);
    if (difference === 'moved') differences.set(link.lower.nodeId, 'moved');
    if (difference === 'slower' && link.isInTree) slowerIds.add(link.lower.nodeId);
  }
  const kept = new Set(further.values());
  const addedLinks = now.links.filter((link) =>
    link.isInTree ? !pastNodes.has(link.lower.nodeId) : !kept.has(link),
  );
  for (const link of addedLinks) differences.set(formatLineId(link), 'added');
  return {
    topology: { ...past, nodes: [...past.nodes, ...addedNodes], links: [...past.links, ...addedLinks] },
    differences,
    slowerIds,
  };
}

/** Returns the present link of each past link outside the tree. Links with the same known ports come first. */
function matchFurtherLinks(past: Topology, now: Topology): ReadonlyMap<TopologyLink, TopologyLink> {
  const matches = new Map<TopologyLink, TopologyLink>();
  const open = new Set(now.links.filter(({ isInTree }) => !isInTree));
  const [before, byEnds] = [
    past.links.filter(({ isInTree }) => !isInTree),
    new Map([...open].map((link) => [formatEnds(link), link])),
  ];
  const match = (link: TopologyLink, present: TopologyLink | undefined): void => {
    if (matches.has(link) || !present || !open.delete(present)) return;
    matches.set(link, present);
  };
  for (const link of before) match(link, byEnds.get(formatEnds(link)));
  for (const link of before)
    match(
      link,
      [...open].find((present) => canBeSame(link, present)),
    );
  return matches;
}

/** A further link can have its ends the other way round. */
const canBeSame = (past: TopologyLink, { lower, upper }: TopologyLink): boolean =>
  (hasSameEnd(past.upper, upper) && hasSameEnd(past.lower, lower)) ||
  (hasSameEnd(past.upper, lower) && hasSameEnd(past.lower, upper));

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

/** Marks the cards and lines with their differences. A group has the numbers of all differences of its members. */
export function markDifferences(
  graph: DisplayGraph,
  { differences, slowerIds }: Pick<Comparison, 'differences' | 'slowerIds'>,
): DisplayGraph {
  if (differences.size === 0) return graph;
  const cards = [...graph.cards.values()].map((card) => {
    if (card.members) return markGroup(card, card.members, differences, slowerIds);
    const difference = differences.get(card.id);
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

const COUNTED: readonly Difference[] = ['added', 'removed', 'moved', 'slower'];

/** Writes the differences of the members: `3 added, 1 removed since then`. Several kinds have the colour of moved devices. */
function markGroup(
  card: TopologyCard,
  members: NonNullable<TopologyCard['members']>,
  differences: Comparison['differences'],
  slowerIds: Comparison['slowerIds'],
): TopologyCard {
  const found = members.flatMap(({ id }) => differences.get(id) ?? (slowerIds.has(id) ? 'slower' : []));
  const counts = COUNTED.flatMap((kind) => {
    const count = found.filter((each) => each === kind).length;
    return count === 0 ? [] : [{ kind, text: `${count} ${kind}` }];
  });
  const [first, ...others] = counts;
  const own = differences.get(card.id);
  if (!first) return own ? { ...card, difference: own } : card;
  const note = `${counts.map(({ text }) => text).join(', ')} since then`;
  return {
    ...card,
    difference: others.length > 0 ? 'moved' : first.kind,
    note: [note, card.note].filter(Boolean).join(', '),
  };
}

/** Lists the differences that the drawing shows, for its legend. */
export const listDifferences = ({ cards, lines }: DisplayGraph): readonly Difference[] =>
  COUNTED.filter((kind) => [...cards.values(), ...lines].some(({ difference }) => difference === kind));

/** Finds the marked cards and lines, with the cards at the ends of marked lines; undefined without any. */
export function findDifferent({ cards, lines }: DisplayGraph): Highlight | undefined {
  const ids = new Set([
    ...[...cards.values()].flatMap(({ difference, id }) => (difference ? [id] : [])),
    ...lines.flatMap(({ difference, id, lowerId, upperId }) => (difference ? [id, lowerId, upperId] : [])),
  ]);
  return ids.size === 0 ? undefined : { ids, missing: new Map() };
}

const UNCHANGED: Omit<Comparison, 'topology'> = { differences: new Map(), slowerIds: new Set() };

/**
 * Compares a past topology with the present one if the user chose so; otherwise returns it without differences. `isSame` is
 * true if a comparison found no difference.
 */
export function useComparison(
  past: Topology,
  isCompared: boolean,
): Comparison & { readonly isSame: boolean } {
  const { id: projectId } = useProject();
  const now = useQuery({
    ...createQuery('topologyGet', { params: { projectId }, query: {} }),
    enabled: isCompared,
  });
  return useMemo(() => {
    if (!isCompared || !now.data) return { topology: past, ...UNCHANGED, isSame: false };
    const comparison = compareTopologies(past, now.data);
    return { ...comparison, isSame: comparison.differences.size === 0 };
  }, [isCompared, now.data, past]);
}
