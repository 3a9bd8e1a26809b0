import type { DeviceBackhaul } from '@northlight/contract';
import { expect, test } from 'vitest';
import { describePreference } from './describe-preference.ts';

const HALL = { id: 'hall', name: 'Hall' };
const KITCHEN = { id: 'kitchen', name: 'Kitchen' };
const preferred = { ...KITCHEN, mac: '02:00:00:00:00:02', state: 1 };
const stranger = { mac: '02:00:00:00:00:09' };

const createBackhaul = (...candidates: DeviceBackhaul['candidates']): DeviceBackhaul => ({
  kind: 'wireless',
  parent: HALL,
  hops: 1,
  signalDbm: -60,
  candidates,
});
const fillCandidates = (): DeviceBackhaul['candidates'] =>
  Array.from({ length: 8 }, (_, index) => ({ node: { mac: `02:00:00:00:01:0${index}` }, signalDbm: -50 }));

test.each([
  ['the preferred node is the parent', preferred, { ...createBackhaul(), parent: KITCHEN }, undefined],
  [
    'the preferred node is offline',
    { ...preferred, state: 0 },
    createBackhaul(),
    'because Kitchen is offline.',
  ],
  [
    'the signal of the preferred node is too weak',
    preferred,
    createBackhaul({ node: KITCHEN, signalDbm: -81 }),
    'because Kitchen has only −81 dBm here.',
  ],
  [
    'the preferred node is not received',
    preferred,
    createBackhaul(),
    'because the node does not receive Kitchen.',
  ],
  ['the preferred node was removed', stranger, createBackhaul(), 'because the project has no such node.'],
  [
    'the signal of the preferred node is usable',
    preferred,
    createBackhaul({ node: KITCHEN, signalDbm: -70 }),
    'Hall.',
  ],
  ['the list of candidates is full', preferred, createBackhaul(...fillCandidates()), 'Hall.'],
])('explains another parent only if the figures show the reason: %s', (_case, node, backhaul, expected) => {
  const text = describePreference(node, backhaul);
  if (expected === undefined) expect(text).toBeUndefined();
  else
    expect(text).toBe(
      expected.startsWith('because') ? `Connected to Hall, ${expected}` : `Connected to ${expected}`,
    );
});
