import { TOPOLOGY_DOCUMENT, type TopologyEdits } from '@northlight/contract';
import { expect, test } from 'vitest';
import { NO_EDITS } from '../testing/no-edits.ts';
import { createRemoval } from './topology-changes.ts';

const { set } = TOPOLOGY_DOCUMENT;
const HUB = 'manual hub';
const place = (nodeId: string, direction: 'vertical' | 'horizontal') =>
  set('positions', { nodeId, direction, x: 4, y: 0 });

test('a manual device is removed with its links and its positions in both directions', () => {
  const before: TopologyEdits = TOPOLOGY_DOCUMENT.apply(NO_EDITS, [
    set('hidden', 'ap'),
    place('sw', 'vertical'),
  ]);
  const edits = TOPOLOGY_DOCUMENT.apply(before, [
    set('devices', { id: HUB, type: 'switch', name: 'Hub' }),
    set('links', { id: 'above', upper: { nodeId: 'sw', port: 'p3' }, lower: { nodeId: HUB } }),
    set('links', { id: 'below', upper: { nodeId: HUB }, lower: { nodeId: 'cam' } }),
    place(HUB, 'vertical'),
    place(HUB, 'horizontal'),
  ]);
  expect(TOPOLOGY_DOCUMENT.apply(edits, createRemoval(edits, HUB))).toEqual(before);
});
