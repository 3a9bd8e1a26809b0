import { describe, expect, test } from 'vitest';
import type { TopologyGraph } from './graph.ts';
import { type CardPosition, DEFAULT_LAYOUT, layout, type LayoutOptions } from './layout.ts';
import { createRandom } from './testing/generated-site.ts';
import { countCrossings, countOverlaps, listSegments } from './testing/drawing-checks.ts';
import { createTree } from './testing/generated-tree.ts';

const VERTICAL = DEFAULT_LAYOUT;
const HORIZONTAL: LayoutOptions = { ...DEFAULT_LAYOUT, direction: 'horizontal' };
const TREES = [1, 2, 6, 65, 500, 5_000].map((count) => ({
  count,
  graph: createTree(createRandom(count), count),
}));

const addDevice = (graph: TopologyGraph, nodeId: string): TopologyGraph => ({
  ...graph,
  nodes: [...graph.nodes, { id: 'new', kind: 'device' }],
  links: [
    ...graph.links,
    {
      upper: { nodeId },
      lower: { nodeId: 'new' },
      trust: 'forwarding',
      isInTree: true,
      isUncertain: false,
    },
  ],
});

describe.each(TREES)('a layout of $count devices', ({ count, graph }) => {
  const drawn = layout(graph);

  test('has every card once, without overlaps', () => {
    expect(drawn.positions.size).toBe(count);
    expect(countOverlaps(drawn, VERTICAL)).toBe(0);
  });

  test('has no crossing lines', () => expect(countCrossings(drawn)).toBe(0));

  test('has every line and every card inside its frame', () => {
    for (const { x, y } of drawn.positions.values()) {
      expect(x + VERTICAL.cardWidth).toBeLessThanOrEqual(drawn.width);
      expect(y + VERTICAL.cardHeight).toBeLessThanOrEqual(drawn.height);
    }
    for (const { from, to } of listSegments(drawn))
      for (const { x, y } of [from, to]) {
        expect([x >= 0, y >= 0, x <= drawn.width, y <= drawn.height]).toEqual([true, true, true, true]);
      }
  });

  test('is the same in every run, and its horizontal form has no overlaps either', () => {
    expect(layout(graph)).toEqual(drawn);
    const across = layout(graph, HORIZONTAL);
    expect(countOverlaps(across, HORIZONTAL)).toBe(0);
    expect(countCrossings(across)).toBe(0);
  });
});

test.each(TREES.filter(({ count }) => count >= 65))(
  'the layout of $count devices is between half and twice as wide as high',
  ({ graph }) => {
    const { height, width } = layout(graph);
    expect(width / height).toBeGreaterThanOrEqual(0.5);
    expect(width / height).toBeLessThanOrEqual(2);
  },
);

test.each([
  { count: 20, zoom: 1.2 },
  { count: 65, zoom: 0.6 },
  { count: 150, zoom: 0.36 },
  { count: 500, zoom: 0.17 },
])(
  '$count cards fill windows of any proportion: the zoom at 1200 × 690 px is $zoom or more',
  ({ count, zoom }) => {
    const graph = createTree(createRandom(count), count);
    for (const [width, height] of [
      [1200, 690],
      [690, 1200],
    ] as const) {
      const drawn = layout(graph, { ...VERTICAL, aspect: width / height });
      expect(Math.min(width / drawn.width, height / drawn.height)).toBeGreaterThan(
        width > height ? zoom : zoom / 1.5,
      );
      expect(countOverlaps(drawn, VERTICAL)).toBe(0);
      expect(countCrossings(drawn)).toBe(0);
    }
  },
);

test.each([VERTICAL, HORIZONTAL])(
  'a further device at any switch moves no card outside its own row: $direction',
  (options) => {
    const graph = createTree(createRandom(500), 500);
    const before = layout(graph, options);
    for (const nodeId of new Set(graph.links.map(({ upper }) => upper.nodeId))) {
      const after = layout(addDevice(graph, nodeId), options, before);
      const added = after.positions.get('new');
      const isInRow = ({ x, y }: CardPosition): boolean =>
        options.direction === 'vertical' ? y === added?.y : x === added?.x;
      const moved = [...before.positions].filter(([id, position]) => {
        const now = after.positions.get(id);
        return !now || ((now.x !== position.x || now.y !== position.y) && !isInRow(now));
      });
      expect(moved).toEqual([]);
      expect(countOverlaps(after, options)).toBe(0);
    }
  },
);

test('places the nodes of a graph without links', () => {
  const graph: TopologyGraph = { rootId: 'a', nodes: [{ id: 'a', kind: 'device' }], links: [] };
  expect([...layout(graph).positions]).toEqual([['a', { x: 0, y: 0 }]]);
});
