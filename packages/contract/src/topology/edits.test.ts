import { expect, test } from 'vitest';
import { TOPOLOGY_DOCUMENT, type TopologyEdits } from './edits.ts';

const { apply, compare, set } = TOPOLOGY_DOCUMENT;
const link = { id: 'link0001', upper: { nodeId: 'sw', port: 'p3' }, lower: { nodeId: 'cam' } };
const saved: TopologyEdits = {
  revision: 3,
  positions: [],
  names: [],
  hidden: [],
  devices: [],
  links: [{ ...link, isUsed: false }],
};

test('a manual link is used from its change on, and keeps its use while others change', () => {
  const isUsed = (edits: TopologyEdits) => edits.links.map((each) => each.isUsed);
  expect(isUsed(apply(saved, [set('links', { ...link, id: 'link0002' })]))).toEqual([false, true]);
  expect(isUsed(apply(saved, [set('links', { ...link, upper: { nodeId: 'sw', port: 'p4' } })]))).toEqual([
    true,
  ]);
  expect(compare(saved, { ...saved, links: [{ ...link, isUsed: true }] })).toEqual([]);
});
