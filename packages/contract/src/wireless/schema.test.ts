import { expect, test } from 'vitest';
import { policy, psk, RAW } from './testing/fixtures.ts';
import { type WifiPolicy, wifiPolicy } from './schema.ts';

test.each([
  ['7 characters', '1234567', false],
  ['8 characters', '12345678', true],
  ['63 characters', 'x'.repeat(63), true],
  ['64 characters that are no hex digits', 'x'.repeat(64), false],
  ['64 hex digits', RAW, true],
  ['65 hex digits', `${RAW}a`, false],
  ['a letter beyond ASCII', 'pässword', false],
])('a password of %s', (_name, key, good) => {
  const parsed = wifiPolicy.safeParse(policy({ security: psk(key) }));
  expect(parsed.success).toBe(good);
  if (!good) expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual(['security.key']);
});

test.each<[string, Partial<WifiPolicy>, string]>([
  ['mode other', { security: { mode: 'other' } as never }, 'security.mode'],
  ['no band', { bands: [] }, 'bands'],
  [
    'key update 59',
    { security: { ...psk('12345678'), keyUpdateSeconds: 59 } as never },
    'security.keyUpdateSeconds',
  ],
  [
    'key update 100000',
    { security: { ...psk('12345678'), keyUpdateSeconds: 100_000 } as never },
    'security.keyUpdateSeconds',
  ],
  ['no device', { devices: [] }, 'devices'],
  ['VLAN 0', { vlanId: 0 }, 'vlanId'],
  ['VLAN 4095', { vlanId: 4095 }, 'vlanId'],
])('the form refuses %s', (_name, values, path) => {
  const issues = wifiPolicy.safeParse(policy(values)).error?.issues ?? [];
  expect(issues.map((issue) => issue.path.join('.'))).toEqual([path]);
});

test.each([0, 60, 99_999])('key update %d is possible', (keyUpdateSeconds) => {
  const security = { ...psk('12345678'), keyUpdateSeconds } as WifiPolicy['security'];
  expect(wifiPolicy.safeParse(policy({ security })).success).toBe(true);
});
