import { expect, test } from 'vitest';
import { AP1, findBroken, createPolicies, MESH, createPolicy, WLAN } from './testing/fixtures.ts';
import { SSIDS_PER_RADIO } from './rules-capacity.ts';
import type { WirelessRuleScope } from './rules-scope.ts';
import type { WifiPolicy } from './schema.ts';

const OK: string[] = [];
/** Tests each limit with a value at the limit and one beyond it. */
test.each<[string, WifiPolicy[], WirelessRuleScope, string[]]>([
  [
    '135: a chosen device without the band',
    [createPolicy({ devices: ['ap1', 'cpe'], bands: ['2.4G'] })],
    WLAN,
    ['policies.0.devices deviceWithoutBand'],
  ],
  ['135: one of the bands is enough', [createPolicy({ devices: ['ap1', 'cpe'] })], WLAN, OK],
  ['135: 5G includes both 5 GHz radios', [createPolicy({ devices: ['tri'], bands: ['5G'] })], WLAN, OK],
  [
    '135: 5G-1 does not include a 5G radio',
    [createPolicy({ devices: ['cpe'], bands: ['5G-1'] })],
    WLAN,
    ['policies.0.devices deviceWithoutBand'],
  ],
  ['135: all devices are always allowed', [createPolicy({ devices: 'all', bands: ['5G-2'] })], WLAN, OK],
  ['135: a device that left is ignored', [createPolicy({ devices: ['gone'] })], WLAN, OK],
  ['136: a radio with 16 SSIDs', createPolicies(SSIDS_PER_RADIO, { bands: ['2.4G'] }), WLAN, OK],
  [
    '136: a radio with 17 SSIDs',
    createPolicies(SSIDS_PER_RADIO + 1, { bands: ['2.4G'] }),
    WLAN,
    ['policies.16.bands deviceSsidFull'],
  ],
  [
    '136: the limit in the capabilities of the radio',
    createPolicies(2, {}),
    { ...WLAN, devices: [{ ...AP1, ssidsPerRadio: 1 }] },
    ['policies.1.bands deviceSsidFull'],
  ],
  ['136: disabled policies do not count', createPolicies(17, { bands: ['2.4G'], enabled: false }), WLAN, OK],
  [
    '2003: 128 clients of both policies',
    [createPolicy({ maxClients: 100 }), createPolicy({ maxClients: 28 })],
    WLAN,
    OK,
  ],
  [
    '2003: 129 clients of both policies',
    [createPolicy({ maxClients: 100 }), createPolicy({ maxClients: 29 })],
    WLAN,
    ['policies.1.maxClients bandClientLimit'],
  ],
  [
    '2003: 200 clients on different bands',
    [createPolicy({ maxClients: 100, bands: ['2.4G'] }), createPolicy({ maxClients: 100, bands: ['5G'] })],
    WLAN,
    OK,
  ],
  [
    '2003: 200 clients on different devices',
    [createPolicy({ maxClients: 100 }), createPolicy({ maxClients: 100, devices: ['ap2'] })],
    WLAN,
    OK,
  ],
  [
    '2003: 130 clients on all devices, in a project without a device',
    createPolicies(2, { maxClients: 65, devices: 'all' }),
    { ...WLAN, devices: [] },
    ['policies.1.maxClients bandClientLimit'],
  ],
  ['2004: 7 policies on all devices', createPolicies(7, { devices: 'all' }), WLAN, OK],
  [
    '2004: 8 policies on all devices',
    createPolicies(8, { devices: 'all' }),
    WLAN,
    ['policies.7.devices globalPolicyLimit'],
  ],
  [
    '2004: 8 policies, one of them disabled',
    [...createPolicies(7, { devices: 'all' }), createPolicy({ devices: 'all', enabled: false })],
    WLAN,
    OK,
  ],
  ['2007: 7 policies on all devices of a mesh', createPolicies(7, { devices: 'all' }), MESH, OK],
  [
    '2007: 8 policies on all devices of a mesh',
    createPolicies(8, { devices: 'all' }),
    MESH,
    ['policies.7.devices meshGlobalPolicyLimit'],
  ],
  [
    '2005: 30 policies on one device',
    [...createPolicies(15, { bands: ['2.4G'] }), ...createPolicies(15, { bands: ['5G'] })],
    WLAN,
    OK,
  ],
  [
    '2005: 31 policies on one device',
    [...createPolicies(16, { bands: ['2.4G'] }), ...createPolicies(15, { bands: ['5G'] })],
    WLAN,
    ['policies.30.devices devicePolicyLimit'],
  ],
  [
    '2008: 30 policies on one device of a mesh',
    [...createPolicies(15, { bands: ['2.4G'] }), ...createPolicies(15, { bands: ['5G'] })],
    MESH,
    OK,
  ],
  [
    '2008: policies for all devices count on each device',
    [
      ...createPolicies(7, { devices: 'all' }),
      ...createPolicies(9, { bands: ['2.4G'] }),
      ...createPolicies(9, { bands: ['5G'] }),
      ...createPolicies(6, { devices: ['ap2'], bands: ['5G'] }),
    ],
    MESH,
    OK,
  ],
  [
    '2008: 31 policies on one device of a mesh',
    [...createPolicies(16, { bands: ['2.4G'] }), ...createPolicies(15, { bands: ['5G'] })],
    MESH,
    ['policies.30.devices meshDevicePolicyLimit'],
  ],
  ['2006: one guest policy in a mesh', [createPolicy({ guest: true })], MESH, OK],
  [
    '2006: two guest policies in a mesh',
    createPolicies(2, { guest: true }),
    MESH,
    ['policies.1.guest guestPolicyLimit'],
  ],
  [
    '2006: a disabled guest policy counts',
    [createPolicy({ guest: true, enabled: false }), createPolicy({ guest: true })],
    MESH,
    ['policies.1.guest guestPolicyLimit'],
  ],
  ['2006: two guest policies in a WLAN project', createPolicies(2, { guest: true }), WLAN, OK],
])('checks the limits of wireless policies: %s', (_name, policies, scope, expected) =>
  expect(findBroken({ policies }, scope)).toEqual(expected),
);
