import { expect, test } from 'vitest';
import { capabilities, reportedCapabilities } from './capabilities.ts';

const reported = { kind: 'switch', ports: [], limits: {}, features: ['vlan', 'teleport', 7, 'poe'] };

test('drops unknown features of newer device software', () => {
  expect(reportedCapabilities.parse(reported).features).toEqual(['vlan', 'poe']);
  expect(capabilities.safeParse(reported).success).toBe(false);
});

test('refuses capabilities with an unknown kind of device or an invalid structure', () => {
  for (const value of [
    undefined,
    null,
    'switch',
    { ...reported, features: 'vlan' },
    { ...reported, kind: 'toaster' },
  ])
    expect(reportedCapabilities.safeParse(value).success).toBe(false);
});
