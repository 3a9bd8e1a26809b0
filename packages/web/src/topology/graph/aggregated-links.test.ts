import type { DeviceVlans, Topology, TopologyLink } from '@northlight/contract';
import { expect, test } from 'vitest';
import { aggregateLinks, listPortsAt } from './aggregated-links.ts';
import { NO_EDITS } from '../testing/no-edits.ts';

const connect = (id: number, port: string, more: Partial<TopologyLink> = {}): TopologyLink => ({
  id,
  upper: { nodeId: 'core', port },
  lower: { nodeId: 'access', port },
  evidence: 'lldp-both',
  isInTree: false,
  isUncertain: false,
  since: '2026-11-27T08:00:00Z',
  figures: { up: true, speedMbps: 1_000, duplex: 'full' },
  ...more,
});
const aggregate = (links: TopologyLink[], devices: readonly DeviceVlans[]) => {
  const topology: Topology = { historySince: '2026-11-01T08:00:00Z', nodes: [], links, edits: NO_EDITS };
  return aggregateLinks(topology, devices).links;
};
const createSwitch = (deviceId: string, ports: readonly string[]): DeviceVlans => ({
  deviceId,
  ports: ports.map((id) => ({ id, untagged: [1], tagged: [], aggregation: 'lag1' })),
  ssids: [],
});

test.each([
  ['upper', 'core'],
  ['lower', 'access'],
])('combines the links of an aggregation that the %s end has, with the sum of their speeds', (_end, id) => {
  const links = [connect(1, 'p1'), connect(2, 'p2', { isInTree: true }), connect(3, 'p3')];
  const shown = aggregate(links, [createSwitch(id, ['p1', 'p2'])]);
  expect(shown).toMatchObject([
    { id: 2, isInTree: true, figures: { up: true, speedMbps: 2_000 }, members: links.slice(0, 2) },
    { id: 3, figures: { speedMbps: 1_000 } },
  ]);
});

test('counts only the speed of members with a link', () => {
  const links = [
    connect(1, 'p1', { isInTree: true }),
    connect(2, 'p2', {
      figures: { up: false },
      upper: { nodeId: 'access', port: 'p2' },
      lower: { nodeId: 'core', port: 'p2' },
    }),
  ];
  const shown = aggregate(links, [createSwitch('core', ['p1', 'p2'])]);
  expect(shown).toMatchObject([{ id: 1, figures: { up: true, speedMbps: 1_000 } }]);
  expect(shown.map((link) => listPortsAt(link, 'core'))).toEqual([['p1', 'p2']]);
});

test('keeps links without an aggregation, and the only link of one', () => {
  const links = [connect(1, 'p1', { isInTree: true }), connect(2, 'p2')];
  expect(aggregate(links, [])).toEqual(links);
  expect(aggregate(links, [createSwitch('core', ['p1'])])).toEqual(links);
});
