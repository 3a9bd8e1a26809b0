import { expect, test } from 'vitest';
import { createPolicy } from './testing/fixtures.ts';
import { type WifiPolicy, wifiPolicy } from './schema.ts';

test.each<[string, Partial<WifiPolicy>, string]>([
  ['the security mode “other”', { security: { mode: 'other' } as never }, 'security.mode'],
  ['no device', { devices: [] }, 'devices'],
  ['the same band twice', { bands: ['5G', '5G'] }, 'bands'],
])('the schema of a wireless policy refuses %s', (_name, values, path) => {
  const issues = wifiPolicy.safeParse(createPolicy(values)).error?.issues ?? [];
  expect(issues.map((issue) => issue.path.join('.'))).toEqual([path]);
});
