import { expect, test } from 'vitest';
import { addClientCards, CLIENTS_MAX } from './client-cards.ts';
import { createDisplayGraph } from './display-graph.ts';
import { NO_EDITS } from '../testing/no-edits.ts';

const GRAPH = createDisplayGraph(
  {
    historySince: '2026-11-01T08:00:00Z',
    edits: NO_EDITS,
    rootId: 'gw',
    nodes: [{ id: 'gw', kind: 'device', name: 'Gateway', deviceKind: 'gateway', state: 1 }],
    links: [],
  },
  [],
  new Set(),
);
const createClient = (index: number, online = true) => ({
  mac: `02:00:00:00:00:${String(index).padStart(2, '0')}`,
  name: `Phone ${index}`,
  ip: `10.0.0.${index}`,
  band: '5 GHz',
  device: { id: 'gw', name: 'Gateway' },
  online,
});
const listTitles = (count: number, expanded: readonly string[] = ['gw']): string[] => {
  const clients = Array.from({ length: count }, (_, index) => createClient(index));
  const graph = addClientCards(GRAPH, [...clients, createClient(99, false)], new Set(expanded));
  return [...graph.cards.values()].filter(({ symbol }) => symbol === 'client').map(({ title }) => title);
};

test('adds the connected clients of an expanded device below it', () => {
  expect(listTitles(2)).toEqual(['Phone 0', 'Phone 1']);
  const { tree } = addClientCards(GRAPH, [createClient(1)], new Set(['gw']));
  expect(tree.links.at(-1)).toMatchObject({ upper: { nodeId: 'gw' }, isInTree: true });
});

test('adds no clients of other devices', () => expect(listTitles(2, [])).toEqual([]));

test('states how many more clients there are', () => {
  const titles = listTitles(CLIENTS_MAX + 5);
  expect(titles).toHaveLength(CLIENTS_MAX);
  expect(titles.at(-1)).toBe('6 more clients');
});
