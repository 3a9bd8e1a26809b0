import type { Topology, TopologyEdits } from '@northlight/contract';
import { describe, expect, test } from 'vitest';
import { NO_EDITS } from '../testing/no-edits.ts';
import { editTopology, hideBranches } from './edited-topology.ts';

const HUB = 'manual hub';
const LINK = { id: 'link', upper: { nodeId: 'sw', port: 'p2' }, lower: { nodeId: HUB }, isUsed: true };
const createLink = (id: number, upper: string, port: string, lower: string) => ({
  id,
  upper: { nodeId: upper, port },
  lower: { nodeId: lower },
  evidence: 'forwarding' as const,
  isInTree: true,
  isUncertain: false,
  since: '2026-11-27T08:00:00Z',
});
const SITE: Topology = {
  rootId: 'gw',
  historySince: '2026-11-01T08:00:00Z',
  nodes: ['gw', 'sw', 'cam', 'ap'].map((id) => ({ id, kind: 'device', name: id })),
  links: [createLink(1, 'gw', 'p1', 'sw'), createLink(2, 'sw', 'p2', 'cam'), createLink(3, 'sw', 'p3', 'ap')],
  edits: NO_EDITS,
};
const WITH_HUB: TopologyEdits = {
  ...NO_EDITS,
  devices: [{ id: HUB, type: 'switch', name: 'Hub' }],
  links: [LINK],
};
const findUpper = ({ links }: Topology, id: string): string | undefined =>
  links.find(({ isInTree, lower }) => isInTree && lower.nodeId === id)?.upper.nodeId;

describe('a topology with unsaved edits', () => {
  test('is the saved one without edits', () => expect(editTopology(SITE, NO_EDITS)).toBe(SITE));

  test('contains an added device, with the device behind its port below it', () => {
    const edited = editTopology(SITE, WITH_HUB);
    expect(edited.nodes).toContainEqual({
      id: HUB,
      kind: 'manual-device',
      name: 'Hub',
      manualType: 'switch',
    });
    expect([HUB, 'cam', 'ap'].map((id) => findUpper(edited, id))).toEqual(['sw', HUB, 'sw']);
    expect(edited.links.find(({ lower }) => lower.nodeId === 'ap')).toEqual(SITE.links[2]);
  });

  test('loses a removed device, whose lower devices move to the device above', () => {
    const saved = { ...editTopology(SITE, WITH_HUB), edits: WITH_HUB };
    const removed = editTopology(saved, NO_EDITS);
    expect(removed.nodes.map(({ id }) => id)).not.toContain(HUB);
    expect(findUpper(removed, 'cam')).toBe('sw');
  });

  test('shows a new name at once', () => {
    const saved = { ...editTopology(SITE, WITH_HUB), edits: WITH_HUB };
    const renamed = { ...WITH_HUB, devices: [{ id: HUB, type: 'switch' as const, name: 'Lobby' }] };
    expect(editTopology(saved, renamed).nodes.find(({ id }) => id === HUB)?.name).toBe('Lobby');
  });

  test('shows the announced name of a neighbour that has no user-defined name', () => {
    const id = 'unknown 00:00:5e:00:01:01';
    const neighbour = { mac: '00:00:5e:00:01:01', name: 'core-gw' };
    const edits = { ...NO_EDITS, names: [{ nodeId: id, name: 'Provider' }] };
    const nodes = [...SITE.nodes, { id, kind: 'unknown-device' as const, name: 'Provider', neighbour }];
    const find = (now: TopologyEdits) =>
      editTopology({ ...SITE, nodes, edits }, now).nodes.find((node) => node.id === id)?.name;
    expect([find(edits), find({ ...edits, names: [] })]).toEqual(['Provider', 'core-gw']);
  });
});

test('removes hidden branches with everything below them', () => {
  const { links, nodes } = hideBranches(SITE, ['sw']);
  expect([nodes.map(({ id }) => id), links]).toEqual([['gw'], []]);
});
