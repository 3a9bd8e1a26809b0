import { type DeviceVlans, type Topology, INTERNET_ID } from '@northlight/contract';
import { describe, expect, test } from 'vitest';
import { createDisplayGraph } from './display-graph.ts';
import { findMatches, findPath, findSlowest, findSsid, findVlan } from './highlight.ts';
import { NO_EDITS } from '../testing/no-edits.ts';

const KINDS = { gw: 'gateway', sw: 'switch', ap: 'ap', cam: 'ipc' } as const;
const link = (id: number, upper: [string, string], lower: [string, string], speedMbps: number) => ({
  id,
  upper: { nodeId: upper[0], port: upper[1] },
  lower: { nodeId: lower[0], port: lower[1] },
  evidence: 'lldp-both' as const,
  isInTree: true,
  isUncertain: false,
  since: '2026-11-27T08:00:00Z',
  figures: { up: true, speedMbps },
});
const SITE: Topology = {
  historySince: '2026-11-01T08:00:00Z',
  edits: NO_EDITS,
  rootId: 'gw',
  nodes: Object.entries(KINDS).map(([id, deviceKind]) => ({
    id,
    kind: 'device',
    name: id,
    deviceKind,
    state: 1,
  })),
  links: [
    link(1, ['gw', 'lan1'], ['sw', 'u1'], 2_500),
    link(2, ['sw', 'p1'], ['ap', 'eth0'], 1_000),
    link(3, ['sw', 'p2'], ['cam', 'eth0'], 100),
  ],
};
const GRAPH = createDisplayGraph(SITE, [], new Set());
const device = (
  deviceId: string,
  ports: Readonly<Record<string, readonly number[]>>,
  ssids: DeviceVlans['ssids'] = [],
): DeviceVlans => ({
  deviceId,
  ports: Object.entries(ports).map(([id, tagged]) => ({ id, untagged: [1], tagged: [...tagged] })),
  ssids,
});
const VLANS = [
  device('gw', { lan1: [20, 30] }),
  device('sw', { u1: [20], p1: [20], p2: [] }),
  device('ap', { eth0: [20] }, [{ name: 'Guests', vlanId: 20 }]),
  device('cam', { eth0: [] }),
];

test.each(['02-F1-E1', '02f1.e100.0004', ' 02f1e1000004 ', '10.0.0.7', 'nl0000'])(
  'finds a device by %j',
  (text) => {
    const sought = { id: 'ap', mac: '02:f1:e1:00:00:04', ip: '10.0.0.7', sn: 'NL00000000000001' };
    expect([...(findMatches(GRAPH, text, [sought])?.ids ?? [])]).toEqual(['ap']);
  },
);

test('finds cards by a part of their name', () => {
  expect([...(findMatches(GRAPH, ' AP ', [])?.ids ?? [])]).toEqual(['ap']);
  expect(findMatches(GRAPH, ' ', [])).toBeUndefined();
});

describe('a path', () => {
  test('leads over the device that both ends are connected to', () =>
    expect(findPath(GRAPH, 'ap', 'cam')).toEqual(['ap', 'link 2', 'sw', 'link 3', 'cam']));

  test('leads up to a device above', () =>
    expect(findPath(GRAPH, 'cam', INTERNET_ID)).toEqual([
      'cam',
      'link 3',
      'sw',
      'link 1',
      'gw',
      'internet gw',
      INTERNET_ID,
    ]));

  test('is empty to a device without links', () => expect(findPath(GRAPH, 'ap', 'other')).toEqual([]));

  test('has a slowest link', () =>
    expect(findSlowest(GRAPH, findPath(GRAPH, 'gw', 'cam'))?.id).toBe('link 3'));
});

describe('a VLAN', () => {
  test('is on the links with the VLAN at both ports', () => {
    const { ids, missing } = findVlan(GRAPH, VLANS, 20);
    expect([...ids].toSorted()).toEqual(['ap', 'gw', 'link 1', 'link 2', 'sw']);
    expect(missing.size).toBe(0);
  });

  test('is marked at the port where it is missing', () => {
    const { ids, missing } = findVlan(GRAPH, VLANS, 30);
    expect([...ids]).toEqual(['link 1', 'sw', 'gw']);
    expect([...missing]).toEqual([['link 1', 'lower']]);
  });
});

test('an SSID has its access points, and everything between them and the internet', () =>
  expect([...findSsid(GRAPH, VLANS, 'Guests').ids]).toEqual([
    'ap',
    'link 2',
    'sw',
    'link 1',
    'gw',
    'internet gw',
    INTERNET_ID,
  ]));
