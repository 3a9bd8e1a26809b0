import { expect, test } from 'vitest';
import {
  findBroken,
  createPolicies,
  MESH,
  createPolicy,
  createPsk,
  RAW_WPA_KEY,
  WLAN,
} from './testing/fixtures.ts';
import { checkRemovals, checkWireless, findWirelessUsers } from './rules.ts';
import type { WirelessRuleScope } from './rules-scope.ts';
import { EMPTY_WIRELESS, type WifiPolicy } from './schema.ts';

const ciphers = (mode: string, list: string[]) =>
  ({ mode, ciphers: list, keyUpdateSeconds: 0, key: 'long enough' }) as WifiPolicy['security'];
const KEPT = '00000000-0000-4000-8000-000000000001';
const kept = (mode: 'wpa2-psk' | 'wpa3-sae', rawKey: boolean): WifiPolicy['security'] => ({
  mode,
  ciphers: ['AES'],
  keyUpdateSeconds: 0,
  keyId: KEPT,
  rawKey,
});
const radius = (secret: { secret?: string; secretId?: string } = {}): WifiPolicy['security'] => ({
  mode: 'wpa2',
  ciphers: ['AES'],
  keyUpdateSeconds: 0,
  radius: { ip: '10.0.0.5', port: 1812, ...secret },
});
const OK: string[] = [];
/** Tests each rule with a value that it accepts and one that it refuses. */
test.each<[string, WifiPolicy[], WirelessRuleScope, string[]]>([
  ['a valid policy', [createPolicy({})], WLAN, OK],
  [
    '24: the same name on one radio',
    [createPolicy({ ssid: 'A' }), createPolicy({ ssid: 'a' })],
    WLAN,
    ['policies.1.ssid ssidExists'],
  ],
  [
    '24: the same name on other devices',
    [createPolicy({ ssid: 'A' }), createPolicy({ ssid: 'A', devices: ['ap2'] })],
    WLAN,
    OK,
  ],
  [
    '24: the same name on other bands',
    [createPolicy({ ssid: 'A', bands: ['2.4G'] }), createPolicy({ ssid: 'A', bands: ['5G'] })],
    WLAN,
    OK,
  ],
  [
    '24: 5G and 5G-1',
    [
      createPolicy({ ssid: 'A', bands: ['5G'], devices: ['tri'] }),
      createPolicy({ ssid: 'A', bands: ['5G-2'], devices: ['tri'] }),
    ],
    WLAN,
    ['policies.1.ssid ssidExists'],
  ],
  [
    '24: a policy on all devices overlaps a policy on one device',
    [createPolicy({ ssid: 'A' }), createPolicy({ ssid: 'A', devices: 'all' })],
    WLAN,
    ['policies.1.ssid ssidExists'],
  ],
  [
    '24: a disabled policy counts',
    [createPolicy({ ssid: 'A', enabled: false }), createPolicy({ ssid: 'A' })],
    WLAN,
    ['policies.1.ssid ssidExists'],
  ],
  [
    '88: a 5G name that is another SSID',
    [createPolicy({ ssid: 'A' }), createPolicy({ ssid5g: 'A' })],
    WLAN,
    ['policies.1.ssid5g wlanSsidConflict'],
  ],
  [
    '88: an SSID that is another 5G name',
    [createPolicy({ ssid5g: 'A' }), createPolicy({ ssid: 'A' })],
    WLAN,
    ['policies.1.ssid wlanSsidConflict'],
  ],
  [
    '88: two 5G names',
    [createPolicy({ ssid5g: 'A' }), createPolicy({ ssid5g: 'A' })],
    WLAN,
    ['policies.1.ssid5g wlanSsidConflict'],
  ],
  [
    '88: a 5G SSID that another policy has on 2.4G only',
    [createPolicy({ ssid: 'A', bands: ['2.4G'] }), createPolicy({ ssid5g: 'A' })],
    WLAN,
    OK,
  ],
  [
    '89: a 5G name that is another SSID in a mesh',
    [createPolicy({ ssid: 'A' }), createPolicy({ ssid5g: 'A' })],
    MESH,
    ['policies.1.ssid5g meshSsidConflict'],
  ],
  [
    '89: an SSID that is another 5G name',
    [createPolicy({ ssid5g: 'A' }), createPolicy({ ssid: 'A' })],
    MESH,
    ['policies.1.ssid meshSsidConflict'],
  ],
  [
    '89: two 5G names that differ in case',
    [createPolicy({ ssid5g: 'A' }), createPolicy({ ssid5g: 'a' })],
    MESH,
    ['policies.1.ssid5g meshSsidConflict'],
  ],
  [
    '93: the two names of a policy in a mesh',
    [createPolicy({ ssid: 'A', ssid5g: 'a' })],
    MESH,
    ['policies.0.ssid5g bandSsidConflict'],
  ],
  [
    'a repeated policy name',
    [createPolicy({ name: 'A' }), createPolicy({ name: 'a' })],
    WLAN,
    ['policies.1.name invalidParameters'],
  ],
  [
    'a repeated ID',
    [createPolicy({ id: 'a' }), createPolicy({ id: 'a' })],
    WLAN,
    ['policies.1.id invalidParameters'],
  ],
  ['414: TKIP with WPA2', [createPolicy({ security: ciphers('wpa2-psk', ['TKIP']) })], WLAN, OK],
  [
    '414: TKIP with WPA3',
    [createPolicy({ security: ciphers('wpa3-sae', ['TKIP']) })],
    WLAN,
    ['policies.0.security.ciphers wifiConflict'],
  ],
  [
    '414: TKIP and AES with the WPA3/WPA2 transition',
    [createPolicy({ security: ciphers('wpa3-sae-wpa2-psk', ['AES', 'TKIP']) })],
    WLAN,
    ['policies.0.security.ciphers wifiConflict'],
  ],
  [
    '414: both ciphers with WPA-PSK',
    [createPolicy({ security: ciphers('wpa-psk', ['AES', 'TKIP']) })],
    WLAN,
    ['policies.0.security.ciphers wifiConflict'],
  ],
  [
    '414: both ciphers with the mixed mode',
    [createPolicy({ security: ciphers('wpa-wpa2-psk', ['AES', 'TKIP']) })],
    WLAN,
    OK,
  ],
  ['414: a raw key with WPA2', [createPolicy({ security: createPsk(RAW_WPA_KEY) })], WLAN, OK],
  [
    '414: a raw key with SAE',
    [createPolicy({ security: createPsk(RAW_WPA_KEY, 'wpa3-sae') })],
    WLAN,
    ['policies.0.security.key wifiConflict'],
  ],
  [
    '414: a raw key with the transition',
    [createPolicy({ security: createPsk(RAW_WPA_KEY, 'wpa3-sae-wpa2-psk') })],
    WLAN,
    ['policies.0.security.key wifiConflict'],
  ],
  [
    '414: a stored raw key with SAE',
    [createPolicy({ security: kept('wpa3-sae', true) })],
    WLAN,
    ['policies.0.security.key wifiConflict'],
  ],
  ['414: a stored raw key with WPA2', [createPolicy({ security: kept('wpa2-psk', true) })], WLAN, OK],
  ['414: a VLAN of the gateway', [createPolicy({ vlanId: 20 })], WLAN, OK],
  [
    '414: a VLAN that the gateway does not have',
    [createPolicy({ vlanId: 21 })],
    WLAN,
    ['policies.0.vlanId wifiConflict'],
  ],
  ['414: VLAN 1 always exists', [createPolicy({ vlanId: 1 })], WLAN, OK],
  [
    '414: an unknown VLAN without a gateway',
    [createPolicy({ vlanId: 21 })],
    { ...WLAN, hasGateway: false },
    OK,
  ],
  [
    '414: addresses from the access point in a VLAN',
    [createPolicy({ vlanId: 20, dhcp: 'ap' })],
    WLAN,
    ['policies.0.dhcp wifiConflict'],
  ],
  ['414: addresses from the access point without a VLAN', [createPolicy({ dhcp: 'ap' })], WLAN, OK],
  [
    '414: a second SSID with one band',
    [createPolicy({ ssid5g: 'B', bands: ['5G'] })],
    WLAN,
    ['policies.0.ssid5g wifiConflict'],
  ],
  [
    '414: a second SSID with 5G-1',
    [createPolicy({ ssid5g: 'B', bands: ['2.4G', '5G-1'], devices: ['tri'] })],
    WLAN,
    OK,
  ],
  [
    '414: guests in a VLAN of another policy',
    [createPolicy({ vlanId: 20 }), createPolicy({ vlanId: 20, guest: true })],
    WLAN,
    ['policies.1.vlanId wifiConflict'],
  ],
  ['414: guests in a VLAN of guests', createPolicies(2, { vlanId: 20, guest: true }), WLAN, OK],
  [
    'no password',
    [createPolicy({ security: createPsk(undefined) })],
    WLAN,
    ['policies.0.security.key invalidParameters'],
  ],
  ['a stored password', [createPolicy({ security: kept('wpa3-sae', false) })], WLAN, OK],
  [
    'no RADIUS password',
    [createPolicy({ security: radius() })],
    WLAN,
    ['policies.0.security.radius.secret invalidParameters'],
  ],
  ['an entered RADIUS password', [createPolicy({ security: radius({ secret: 'shared' }) })], WLAN, OK],
  ['a stored RADIUS password', [createPolicy({ security: radius({ secretId: KEPT }) })], WLAN, OK],
])('checks wireless policies: %s', (_name, policies, scope, expected) =>
  expect(findBroken({ policies }, scope)).toEqual(expected),
);

test('names both policies of a conflict, and returns the path of the conflicting policy', () => {
  const [found] = checkWireless(
    {
      ...EMPTY_WIRELESS,
      policies: [createPolicy({ name: 'Staff', ssid: 'A' }), createPolicy({ name: 'Lab', ssid5g: 'A' })],
    },
    WLAN,
  );
  expect(found?.message).toBe('“Lab” and “Staff” both have the name A on 5 GHz.');
  expect(found?.other).toBe('wireless.policies.0.ssid');
});

const document = (vlans: number[], policies: WifiPolicy[] = []) => ({
  vlans: vlans.map((id) => ({ id })),
  wireless: { ...EMPTY_WIRELESS, policies },
});
const removals = (
  ...[base, draft, netMode = 0]: [ReturnType<typeof document>, ReturnType<typeof document>, (0 | 1)?]
) => checkRemovals(base, draft, { netMode }).map(({ path, error }) => `${path} ${error}`);

test('refuses with code 26 to remove a VLAN that a policy uses, even if the policy is disabled', () => {
  for (const enabled of [true, false]) {
    const user = createPolicy({ vlanId: 20, enabled });
    expect(removals(document([20, 30], [user]), document([30], [user]))).toEqual(['vlans wirelessInUse']);
    expect(removals(document([20, 30], [user]), document([20], [user]))).toEqual([]);
    expect(findWirelessUsers(20, document([], [user]))).toEqual([user]);
  }
  expect(removals(document([20], [createPolicy({ vlanId: 20 })]), document([]))).toEqual([]);
});

test('refuses with code 92 a mesh project without an enabled policy', () => {
  const [on, off] = [createPolicy({}), createPolicy({ enabled: false })];
  expect(removals(document([], [on]), document([], [off]), 1)).toEqual(['wireless.policies meshNeedsPolicy']);
  expect(removals(document([], [on]), document([], [off]), 0)).toEqual([]);
  expect(removals(document([], [off]), document([]), 1)).toEqual([]);
  expect(removals(document([], [on]), document([], [createPolicy({}), off]), 1)).toEqual([]);
});
