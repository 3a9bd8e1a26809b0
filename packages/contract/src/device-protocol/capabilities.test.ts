import { expect, test } from 'vitest';
import { capabilities, toldCapabilities } from './capabilities.ts';

const told = { kind: 'switch', ports: [], limits: {}, features: ['vlan', 'teleport', 7, 'poe'] };

test('a device of a later software is heard: what nobody knows yet is left out', () => {
  expect(toldCapabilities.parse(told).features).toEqual(['vlan', 'poe']);
  expect(capabilities.safeParse(told).success).toBe(false);
});

test('nonsense stays nonsense', () => {
  for (const value of [
    undefined,
    null,
    'switch',
    { ...told, features: 'vlan' },
    { ...told, kind: 'toaster' },
  ])
    expect(toldCapabilities.safeParse(value).success).toBe(false);
});
