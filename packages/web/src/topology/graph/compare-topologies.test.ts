import type { Topology, TopologyLink } from '@northlight/contract';
import { expect, test } from 'vitest';
import { compareTopologies, findDifferent, markDifferences } from './compare-topologies.ts';
import { createDisplayGraph } from './display-graph.ts';
import { NO_EDITS } from '../testing/no-edits.ts';

let count = 0;
const connect = (
  [upper, port]: [string, string],
  lower: string,
  more: Partial<TopologyLink> = {},
): TopologyLink => ({
  id: ++count,
  upper: { nodeId: upper, port },
  lower: { nodeId: lower },
  evidence: 'lldp-both',
  isInTree: true,
  isUncertain: false,
  since: '2026-11-27T08:00:00Z',
  figures: { up: true, speedMbps: 1_000 },
  ...more,
});
const createSite = (links: TopologyLink[]): Topology => ({
  historySince: '2026-11-01T08:00:00Z',
  edits: NO_EDITS,
  rootId: 'gw',
  nodes: [...new Set(['gw', ...links.map(({ lower }) => lower.nodeId)])].map((id) => ({
    id,
    kind: 'device',
    name: id,
    deviceKind: id.startsWith('sw') ? 'switch' : 'ap',
    state: 1,
  })),
  links,
});
const SWITCHES = [connect(['gw', 'lan1'], 'sw1'), connect(['gw', 'lan2'], 'sw2')];
const AP = connect(['sw1', 'p1'], 'ap1');
const PAST = createSite([...SWITCHES, AP]);

/** Describes the differences as `ap1: moved`, with lines as `sw1 > ap1`. */
function describeDifferences(past: Topology, now: Topology): string[] {
  const comparison = compareTopologies(past, now);
  const graph = markDifferences(createDisplayGraph(comparison.topology, [], new Set()), comparison);
  return [
    ...[...graph.cards.values()].flatMap(({ difference, id }) =>
      difference ? [`${id}: ${difference}`] : [],
    ),
    ...graph.lines.flatMap(({ difference, lowerId, upperId }) =>
      difference ? [`${upperId} > ${lowerId}: ${difference}`] : [],
    ),
  ];
}

test.each<[string, TopologyLink[], string[]]>([
  ['an unchanged network', [...SWITCHES, AP], []],
  ['renewed links', [...SWITCHES, { ...AP, id: 900 }], []],
  ['an added device', [...SWITCHES, AP, connect(['sw2', 'p4'], 'ap2')], ['ap2: added', 'sw2 > ap2: added']],
  ['a removed device', SWITCHES, ['ap1: removed', 'sw1 > ap1: removed']],
  [
    'a device at another switch',
    [...SWITCHES, connect(['sw2', 'p1'], 'ap1')],
    ['ap1: moved', 'sw1 > ap1: moved'],
  ],
  [
    'a device at another port',
    [...SWITCHES, connect(['sw1', 'p2'], 'ap1')],
    ['ap1: moved', 'sw1 > ap1: moved'],
  ],
  ['a slower link', [...SWITCHES, { ...AP, figures: { up: true, speedMbps: 100 } }], ['sw1 > ap1: slower']],
  ['a faster link', [...SWITCHES, { ...AP, figures: { up: true, speedMbps: 2_500 } }], []],
  ['a link of unknown speed', [...SWITCHES, { ...AP, figures: undefined }], []],
  [
    'a further link',
    [...SWITCHES, AP, connect(['sw1', 'p9'], 'sw2', { isInTree: false })],
    ['sw1 > sw2: added'],
  ],
])('compares a past network with %s', (_title, links, expected) =>
  expect(describeDifferences(PAST, createSite(links))).toEqual(expected),
);

test('keeps a further link whose ends are the other way round', () => {
  const past = createSite([...SWITCHES, connect(['sw1', 'p9'], 'sw2', { isInTree: false })]);
  const reversed: TopologyLink = {
    ...connect(['sw2', ''], 'sw1', { isInTree: false }),
    upper: { nodeId: 'sw2' },
    lower: { nodeId: 'sw1', port: 'p9' },
  };
  expect(describeDifferences(past, createSite([...SWITCHES, reversed]))).toEqual([]);
});

test.each<[string, string | undefined, string | undefined]>([
  ['the past', undefined, 'p9'],
  ['the present', 'p9', undefined],
])('keeps a further link whose port is unknown in %s', (_title, before, after) => {
  const createFurther = (port: string | undefined): TopologyLink => ({
    ...connect(['sw1', 'p9'], 'sw2', { isInTree: false }),
    lower: { nodeId: 'sw2', port },
  });
  const other = connect(['sw1', 'p8'], 'sw2', { isInTree: false });
  const past = createSite([...SWITCHES, createFurther(before), other]);
  expect(describeDifferences(past, createSite([...SWITCHES, createFurther(after), other]))).toEqual([]);
});

test('counts all differences of the members of a group', () => {
  const createAps = (from: number, to: number, more: Partial<TopologyLink> = {}) =>
    Array.from({ length: to - from }, (_, index) =>
      connect(['sw1', `p${from + index}`], `ap${from + index}`, more),
    );
  const slow = { figures: { up: true, speedMbps: 100 } };
  const past = createSite([...SWITCHES, ...createAps(0, 310)]);
  const now = createSite([...SWITCHES, ...createAps(1, 2, slow), ...createAps(2, 313)]);
  const comparison = compareTopologies(past, now);
  const graph = markDifferences(createDisplayGraph(comparison.topology, [], new Set()), comparison);
  expect(graph.cards.get('group sw1 ap')).toMatchObject({
    title: '313 APs',
    difference: 'moved',
    note: '3 added, 1 removed, 1 slower since then',
  });
});

test('keeps the changed cards and lines in colour, with their labels', () => {
  const now = createSite([...SWITCHES, connect(['sw2', 'p1'], 'ap1')]);
  const comparison = compareTopologies(PAST, now);
  const graph = markDifferences(createDisplayGraph(comparison.topology, [], new Set()), comparison);
  expect(graph.cards.get('ap1')?.note).toBe('Moved since then, online');
  expect(graph.lines.flatMap(({ difference, label }) => (difference ? [label] : []))).toEqual([
    'p1 · 1G · moved since then',
  ]);
  expect([...(findDifferent(graph)?.ids ?? [])].toSorted()).toEqual(['ap1', `link ${AP.id}`, 'sw1']);
});
