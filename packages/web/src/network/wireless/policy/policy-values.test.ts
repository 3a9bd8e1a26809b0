import {
  EMPTY_WIRELESS,
  type NetworkConfig,
  type NetworkScope,
  type WifiPolicy,
  type WirelessScope,
} from '@northlight/contract';
import { capabilityLimits } from '@northlight/contract/device-protocol';
import { expect, test } from 'vitest';
import { describeAdvanced, describeClients } from './policy-summaries.ts';
import {
  chooseCipher,
  countFreeClients,
  toField,
  createPolicyValues,
  toPolicy,
  toPolicyValues,
} from './policy-values.ts';
import { findPolicyProblems } from './policy-problems.ts';
import { omitPolicy, replacePolicy, getWireless } from '../staged-wireless.ts';

const KEPT = '00000000-0000-4000-8000-000000000001';
const wireless: WirelessScope = {
  netMode: 0,
  hasGateway: false,
  devices: [
    {
      id: 'ap1',
      name: 'AP-1',
      model: 'NL-AP6C',
      radios: [
        { id: 'radio0', band: '2.4G', maxPowerDbm: 26 },
        { id: 'radio1', band: '5G', maxPowerDbm: 29 },
      ],
    },
  ],
};
const scope: NetworkScope = {
  lanPorts: [],
  wanPorts: [],
  features: [],
  limits: capabilityLimits.parse({}),
  wireless,
};
const STAFF: WifiPolicy = {
  id: 'staff',
  name: 'Staff',
  enabled: true,
  ssid: 'Office',
  ssid5g: 'Office 5G',
  hidden: true,
  bands: ['2.4G', '5G'],
  security: { mode: 'wpa2-psk', ciphers: ['AES'], keyId: KEPT, keyUpdateSeconds: 3600 },
  maxClients: 100,
  vlanId: 30,
  guest: true,
  upKbps: 10_000,
  downKbps: 512,
  shutdowns: [{ days: [1], fromMinute: 0, toMinute: 360 }],
  dhcp: 'user',
  accessThresholdDbm: -80,
  devices: ['ap1'],
};
const config = (...policies: WifiPolicy[]): NetworkConfig => ({
  vlans: [],
  dhcpPools: [],
  wireless: { ...EMPTY_WIRELESS, policies },
});

test.each<[string, WifiPolicy]>([
  ['all fields', STAFF],
  [
    'a raw key that is kept',
    { ...STAFF, security: { ...STAFF.security, rawKey: true } as WifiPolicy['security'] },
  ],
  ['only the required fields', { ...STAFF, security: { mode: 'open' }, devices: 'all' }],
  [
    'a RADIUS server',
    {
      ...STAFF,
      security: {
        mode: 'wpa',
        ciphers: ['TKIP', 'AES'],
        radius: { ip: '10.0.0.5', port: 1812, secretId: KEPT },
        keyUpdateSeconds: 0,
      },
    },
  ],
])('a policy is unchanged by its form: %s', (_name, policy) =>
  expect(toPolicy(toPolicyValues(policy))).toEqual(policy),
);

test('replaces the stored password by a new one', () => {
  const { security } = toPolicy({ ...toPolicyValues(STAFF), key: 'another password' });
  expect(security).toEqual({
    mode: 'wpa2-psk',
    ciphers: ['AES'],
    key: 'another password',
    keyUpdateSeconds: 3600,
  });
});

test('replaces a cipher that the security mode does not support', () => {
  expect(chooseCipher('wpa3-sae', 'TKIP+AES')).toBe('AES');
  expect(chooseCipher('wpa2', 'TKIP+AES')).toBe('TKIP+AES');
});

test('starts a new policy with at most 32 clients, and counts those that other policies leave free', () => {
  const fresh = createPolicyValues('new', wireless, undefined);
  expect(fresh).toMatchObject({ bands: ['2.4G', '5G'], maxClients: 32 });
  expect(createPolicyValues('new', wireless, config(STAFF).wireless).maxClients).toBe(28);
  expect(countFreeClients(fresh, undefined)).toBe(128);
  expect(countFreeClients(fresh, config(STAFF).wireless)).toBe(28);
  expect(countFreeClients(toPolicyValues(STAFF), config(STAFF).wireless)).toBe(128);
  expect(countFreeClients({ ...fresh, everywhere: false, devices: ['ap2'] }, config(STAFF).wireless)).toBe(
    128,
  );
  const filled = toPolicy({ ...fresh, name: 'Guests', ssid: 'Guests', key: 'long enough' });
  expect(findPolicyProblems(filled, config(STAFF), scope).fields).toHaveProperty('maxClients');
  expect(findPolicyProblems({ ...filled, maxClients: 28 }, config(STAFF), scope).fields).toEqual({});
});

test('describes the folded values of a policy', () => {
  const values = toPolicyValues(STAFF);
  expect(describeClients(values)).toBe('Up to 100 clients per radio, 10/0.512 Mbit/s');
  expect(describeAdvanced(values)).toBe('hidden, 5 GHz SSID Office 5G, from −80 dBm');
  expect(describeClients(createPolicyValues('new', wireless, undefined))).toBe('Up to 32 clients per radio');
  expect(describeAdvanced(createPolicyValues('new', wireless, undefined))).toBe('Default');
});

test('reports a duplicate SSID at its field, with the name of the conflicting policy', () => {
  const twin = { ...STAFF, id: 'twin', name: 'Twin' };
  const { fields, others } = findPolicyProblems(twin, config(STAFF), scope);
  expect(Object.keys(fields).sort()).toEqual(['maxClients', 'ssid']);
  expect(others).toEqual([{ policyId: 'staff', name: 'Staff' }]);
  expect(findPolicyProblems({ ...STAFF, name: '' }, config(), scope).fields).toHaveProperty('name');
  const many = Array.from({ length: 32 }, (_each, index) => ({
    ...STAFF,
    id: `p${index}`,
    name: `P${index}`,
  }));
  expect(findPolicyProblems(twin, config(...many), scope).fields['name']).toMatch(/32/);
});

test.each([
  ['security.key', 'key'],
  ['security.ciphers', 'cipher'],
  ['security.radius.secret', 'radiusSecret'],
  ['security.radius.ip', 'radiusIp'],
  ['security.keyUpdateSeconds', 'keyUpdateSeconds'],
  ['upKbps', 'upMbps'],
  ['accessThresholdDbm', 'thresholdDbm'],
  ['ssid5g', 'ssid5g'],
  ['', 'name'],
])('shows the error %s at the field %s', (path, field) => expect(toField(path)).toBe(field));

test('reports errors of a period on its own fields', () => {
  const shutdowns = [{ days: [], fromMinute: 60, toMinute: 60 }];
  const { fields } = findPolicyProblems({ ...STAFF, shutdowns }, config(), scope);
  expect(Object.keys(fields).sort()).toEqual(['shutdowns.0.days', 'shutdowns.0.toMinute']);
});

test('replaces and removes a policy', () => {
  const other = { ...STAFF, id: 'other' };
  const edited = replacePolicy(config(STAFF, other), { ...STAFF, name: 'Renamed' });
  expect(getWireless(edited).policies.map(({ name }) => name)).toEqual(['Renamed', 'Staff']);
  expect(getWireless(omitPolicy(edited, 'staff')).policies).toEqual([other]);
});
