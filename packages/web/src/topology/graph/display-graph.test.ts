import { type Topology, type TopologyLink, INTERNET_ID } from '@northlight/contract';
import { formatUnknownId } from '@northlight/topology';
import { describe, expect, test } from 'vitest';
import { createDisplayGraph, formatAlarms, formatLineLabel } from './display-graph.ts';
import { NO_EDITS } from '../testing/no-edits.ts';
import { countAlarms } from './use-open-alarms.ts';

type Kind = NonNullable<Topology['nodes'][number]['deviceKind']>;
const device = (id: string, deviceKind: Kind, state = 1): Topology['nodes'][number] => ({
  id,
  kind: 'device',
  name: id.toUpperCase(),
  deviceKind,
  state,
});
let links = 0;
const connect = (upper: string, lower: string, more: Partial<TopologyLink> = {}): TopologyLink => ({
  id: ++links,
  upper: { nodeId: upper },
  lower: { nodeId: lower },
  evidence: 'lldp-both',
  isInTree: true,
  isUncertain: false,
  since: '2026-11-27T08:00:00Z',
  ...more,
});
const OPENED: ReadonlySet<string> = new Set();
const SITE: Topology = {
  historySince: '2026-11-01T08:00:00Z',
  edits: NO_EDITS,
  rootId: 'gw',
  wans: [
    { port: 'wan1', up: true },
    { port: 'wan2', up: false },
  ],
  nodes: [device('gw', 'gateway'), device('sw', 'switch'), device('ap', 'ap', 0)],
  links: [connect('gw', 'sw', { upper: { nodeId: 'gw', port: 'lan1' } }), connect('sw', 'ap')],
};
const summarize = ({ cards, lines }: ReturnType<typeof createDisplayGraph>) => ({
  cards: [...cards.values()].map(({ note, symbol, title }) => `${symbol} ${title}: ${note}`),
  lines: lines.map(({ lowerId, upperId }) => `${upperId} > ${lowerId}`),
});

test('shows the internet above the gateway, with its WAN ports', () =>
  expect(summarize(createDisplayGraph(SITE, [], OPENED))).toEqual({
    cards: [
      'internet Internet: 2 WAN ports, 1 without a link',
      'router GW: Online',
      'switch SW: Online',
      'ap AP: Offline',
    ],
    lines: ['internet > gw', 'internet > gw', 'sw > ap', 'gw > sw'],
  }));

test('draws a device that only its capabilities describe with a drawing of its own, and names its kind', () => {
  const nodes = SITE.nodes.map((node) => (node.id === 'ap' ? { ...node, isUnlisted: true as const } : node));
  expect(createDisplayGraph({ ...SITE, nodes }, [], OPENED).cards.get('ap')).toMatchObject({
    symbol: 'v7',
    note: 'Offline, AP',
  });
});

test('draws neighbours that are not managed by their type, with their address and the devices below them', () => {
  const [router, edge, other] = [1, 2, 3].map((last) => `00:00:5e:00:01:0${last}`) as [
    string,
    string,
    string,
  ];
  const site: Topology = {
    ...SITE,
    wans: undefined,
    nodes: [
      ...SITE.nodes,
      {
        id: `unknown ${router}`,
        kind: 'unknown-device',
        name: 'core-gw',
        neighbour: { mac: router, type: 'router' },
      },
      { id: `unknown ${edge}`, kind: 'unknown-device', neighbour: { mac: edge, type: 'switch' } },
      { id: `unknown ${other}`, kind: 'unknown-device', neighbour: { mac: other } },
      device('c1', 'ipc'),
      device('c2', 'ipc'),
    ],
    links: [
      ...SITE.links,
      connect(`unknown ${router}`, 'gw'),
      connect('sw', `unknown ${edge}`),
      connect('sw', `unknown ${other}`),
      connect(`unknown ${edge}`, 'c1'),
      connect(`unknown ${edge}`, 'c2'),
    ],
  };
  const { cards, lines } = summarize(createDisplayGraph(site, [], OPENED));
  expect(cards).toEqual(
    expect.arrayContaining([
      `router core-gw: ${router}, not managed`,
      `switch Unknown switch: ${edge}, not managed`,
      `unknown-device Unknown device: ${other}, not managed`,
      'ipc C1: Online',
    ]),
  );
  expect(lines).toEqual(expect.arrayContaining([`internet > unknown ${router}`, `unknown ${router} > gw`]));
});

test('draws one line to the internet for each WAN port, beside each other', () => {
  const { lines } = createDisplayGraph(SITE, [], OPENED);
  const wans = lines.filter(({ upperId }) => upperId === INTERNET_ID);
  expect(wans.map(({ label, lane, wan }) => ({ label, lane, up: wan?.up }))).toEqual([
    { label: 'wan1', lane: 0, up: true },
    { label: 'wan2', lane: 1, up: false },
  ]);
});

test('marks a device with the number of its open alarms and their worst severity', () => {
  const alarms = countAlarms([
    { device: { id: 'sw', name: '', mac: '', model: '' }, severity: 'warning' },
    { device: { id: 'sw', name: '', mac: '', model: '' }, severity: 'critical' },
    { device: { id: 'ap', name: '', mac: '', model: '' }, severity: 'info' },
    { severity: 'critical' },
  ]);
  const devices = [...alarms].map(([id, marks]) => ({ id, alarms: marks }));
  const { cards } = createDisplayGraph(SITE, devices, OPENED);
  expect([...cards.values()].map(({ alarms: marks }) => marks && formatAlarms(marks))).toEqual([
    undefined,
    undefined,
    '2 open alarms, the worst critical',
    undefined,
  ]);
});

describe('several devices of a kind behind one port', () => {
  const unknown = formatUnknownId('sw', 'p4');
  const site: Topology = {
    ...SITE,
    nodes: [
      ...SITE.nodes,
      { id: unknown, kind: 'unknown-device' },
      device('c1', 'ipc'),
      device('c2', 'ipc', 0),
    ],
    links: [...SITE.links, connect('sw', unknown), connect(unknown, 'c1'), connect(unknown, 'c2')],
  };

  test('are one card', () => {
    const { cards, lines } = summarize(createDisplayGraph(site, [], OPENED));
    expect(cards).toContain('expand-ipc 2 cameras: 1 offline');
    expect(lines).toEqual(['internet > gw', 'internet > gw', 'sw > ap', 'gw > sw', `sw > ${unknown}`]);
  });

  test('are drawn as wireless if the link to them is', () => {
    const links = site.links.map((each) => ({
      ...each,
      ...(each.lower.nodeId === unknown && { evidence: 'wireless' as const }),
    }));
    const { cards } = summarize(createDisplayGraph({ ...site, links }, [], OPENED));
    expect(cards).toContain('expand-ipc-wireless 2 cameras: 1 offline');
  });

  test('have cards of their own behind an unknown device when the card is opened', () => {
    const { cards } = summarize(createDisplayGraph(site, [], new Set([unknown])));
    expect(cards).toEqual(
      expect.arrayContaining([
        'unknown-device Unknown device: 2 devices behind it',
        'ipc C1: Online',
        'ipc C2: Offline',
      ]),
    );
  });
});

test('groups devices without others below them by kind in networks of more than 300 nodes', () => {
  const aps = Array.from({ length: 300 }, (_, index) => device(`ap${index}`, 'ap', index < 2 ? 0 : 1));
  const site = {
    ...SITE,
    nodes: [...SITE.nodes, ...aps],
    links: [...SITE.links, ...aps.map(({ id }) => connect('sw', id))],
  };
  const graph = createDisplayGraph(site, [], OPENED);
  expect(summarize(graph).cards).toContain('ap 301 APs: 3 offline');
  expect(graph.lines.filter(({ wan }) => !wan)).toHaveLength(2);
  const [group] = [...graph.cards.values()].filter(({ members }) => members);
  expect(createDisplayGraph(site, [], new Set([group?.id ?? ''])).cards.size).toBe(304);
});

test('distinguishes access points with a wired device behind them, and wireless ones', () => {
  const site: Topology = {
    ...SITE,
    nodes: [...SITE.nodes, device('cam', 'ipc'), device('far', 'ap')],
    links: [...SITE.links, connect('ap', 'cam'), connect('ap', 'far', { evidence: 'wireless' })],
  };
  const { cards } = createDisplayGraph(site, [], OPENED);
  expect([cards.get('ap')?.symbol, cards.get('far')?.symbol]).toEqual(['ap-wired', 'ap-wireless']);
});

test('writes port and speed of a line', () => {
  const figures = { up: true, speedMbps: 2_500 };
  expect(formatLineLabel(connect('a', 'b', { upper: { nodeId: 'a', port: 'p3' }, figures }))).toBe(
    'p3 · 2.5G',
  );
  expect(formatLineLabel(connect('a', 'b', { figures: { up: false, speedMbps: 100 } }))).toBe('');
  expect(formatLineLabel(connect('a', 'b', { evidence: 'wireless' }))).toBe('');
});

test('has no internet card without links', () =>
  expect(
    createDisplayGraph(
      { historySince: SITE.historySince, edits: NO_EDITS, nodes: SITE.nodes, links: [] },
      [],
      OPENED,
    ).cards.has(INTERNET_ID),
  ).toBe(false));
