import { expect, test } from 'vitest';
import type { TopologyGraph } from './graph.ts';
import { layout } from './layout.ts';
import { findParentIds, moveCards } from './move-cards.ts';
import { createRandom } from './testing/generated-site.ts';
import { createTree } from './testing/generated-tree.ts';

const graph = createTree(createRandom(7), 65);
const drawn = layout(graph);
const parents = findParentIds(graph);
const [parentId = '', childId = ''] =
  [...parents]
    .find(([id, upper]) => [...parents.values()].includes(id) && parents.has(upper))
    ?.toReversed() ?? [];

/** Lists a card with those below it. */
const listBranch = (id: string): string[] => [
  id,
  ...[...parents].flatMap(([lower, upper]) => (upper === id ? listBranch(lower) : [])),
];

test('cards below a moved card move with it, and no others', () => {
  const from = drawn.positions.get(parentId) ?? { x: 0, y: 0 };
  const own = drawn.positions.get(childId) ?? { x: 0, y: 0 };
  const offset = { x: own.x - from.x + 70, y: own.y - from.y - 30 };
  const moved = moveCards(drawn, graph, new Map([[childId, offset]]));
  const branch = new Set(listBranch(childId));
  expect(branch.size).toBeGreaterThan(1);
  for (const [id, { x, y }] of drawn.positions)
    expect(moved.get(id), id).toEqual(branch.has(id) ? { x: x + 70, y: y - 30 } : { x, y });
});

test('a card keeps its distance from the card above it when that one has another parent', () => {
  const offset = { x: 100, y: 200 };
  const branch = new Set(listBranch(parentId));
  const host = graph.nodes.find(({ id }) => !branch.has(id) && id !== parents.get(parentId));
  const other: TopologyGraph = {
    ...graph,
    links: graph.links.map((link) =>
      link.lower.nodeId === parentId ? { ...link, upper: { nodeId: host?.id ?? '' } } : link,
    ),
  };
  expect(findParentIds(other).get(parentId)).not.toBe(parents.get(parentId));
  const moved = moveCards(layout(other), other, new Map([[childId, offset]]));
  const from = moved.get(parentId) ?? { x: 0, y: 0 };
  expect(moved.get(childId)).toEqual({ x: from.x + 100, y: from.y + 200 });
});

test('offsets of cards that are not shown have no effect', () =>
  expect(moveCards(drawn, graph, new Map([['gone', { x: 1, y: 1 }]]))).toEqual(drawn.positions));
