import { expect, test } from 'vitest';
import { AP1, broken, many, MESH, policy, WLAN } from './testing/fixtures.ts';
import { SSIDS_PER_RADIO } from './rules-capacity.ts';
import type { WirelessRuleScope } from './rules-scope.ts';
import type { WifiPolicy } from './schema.ts';

const OK: string[] = [];
/** Both sides of each limit, one at a time. */
test.each<[string, WifiPolicy[], WirelessRuleScope, string[]]>([
  [
    '135: a chosen device without the band',
    [policy({ devices: ['ap1', 'cpe'], bands: ['2.4G'] })],
    WLAN,
    ['policies.0.devices deviceWithoutBand'],
  ],
  ['135: one of the bands is enough', [policy({ devices: ['ap1', 'cpe'] })], WLAN, OK],
  ['135: 5G includes both 5 GHz radios', [policy({ devices: ['tri'], bands: ['5G'] })], WLAN, OK],
  [
    '135: 5G-1 does not include a 5G radio',
    [policy({ devices: ['cpe'], bands: ['5G-1'] })],
    WLAN,
    ['policies.0.devices deviceWithoutBand'],
  ],
  ['135: all devices are always allowed', [policy({ devices: 'all', bands: ['5G-2'] })], WLAN, OK],
  ['135: a device that left is ignored', [policy({ devices: ['gone'] })], WLAN, OK],
  ['136: a radio with 16', many(SSIDS_PER_RADIO, { bands: ['2.4G'] }), WLAN, OK],
  [
    '136: a radio with 17',
    many(SSIDS_PER_RADIO + 1, { bands: ['2.4G'] }),
    WLAN,
    ['policies.16.bands deviceSsidFull'],
  ],
  [
    '136: the limit of its capabilities',
    many(2, {}),
    { ...WLAN, devices: [{ ...AP1, ssidsPerRadio: 1 }] },
    ['policies.1.bands deviceSsidFull'],
  ],
  ['136: disabled policies do not count', many(17, { bands: ['2.4G'], enabled: false }), WLAN, OK],
  ['2003: 128 clients together', [policy({ maxClients: 100 }), policy({ maxClients: 28 })], WLAN, OK],
  [
    '2003: 129 clients together',
    [policy({ maxClients: 100 }), policy({ maxClients: 29 })],
    WLAN,
    ['policies.1.maxClients bandClientLimit'],
  ],
  [
    '2003: on different bands',
    [policy({ maxClients: 100, bands: ['2.4G'] }), policy({ maxClients: 100, bands: ['5G'] })],
    WLAN,
    OK,
  ],
  [
    '2003: on different devices',
    [policy({ maxClients: 100 }), policy({ maxClients: 100, devices: ['ap2'] })],
    WLAN,
    OK,
  ],
  [
    '2003: on all devices, without a device',
    many(2, { maxClients: 65, devices: 'all' }),
    { ...WLAN, devices: [] },
    ['policies.1.maxClients bandClientLimit'],
  ],
  ['2004: 7 on all devices', many(7, { devices: 'all' }), WLAN, OK],
  ['2004: 8 on all devices', many(8, { devices: 'all' }), WLAN, ['policies.7.devices globalPolicyLimit']],
  [
    '2004: 8 of which one is disabled',
    [...many(7, { devices: 'all' }), policy({ devices: 'all', enabled: false })],
    WLAN,
    OK,
  ],
  [
    '2007: 8 on all devices of a mesh',
    many(8, { devices: 'all' }),
    MESH,
    ['policies.7.devices meshGlobalPolicyLimit'],
  ],
  ['2005: 30 on one device', [...many(15, { bands: ['2.4G'] }), ...many(15, { bands: ['5G'] })], WLAN, OK],
  [
    '2005: 31 on one device',
    [...many(16, { bands: ['2.4G'] }), ...many(15, { bands: ['5G'] })],
    WLAN,
    ['policies.30.devices devicePolicyLimit'],
  ],
  [
    '2008: 31 on one device of a mesh',
    [...many(16, { bands: ['2.4G'] }), ...many(15, { bands: ['5G'] })],
    MESH,
    ['policies.30.devices meshDevicePolicyLimit'],
  ],
  ['2006: one guest policy in a mesh', [policy({ guest: true })], MESH, OK],
  ['2006: two in a mesh', many(2, { guest: true }), MESH, ['policies.1.guest guestPolicyLimit']],
  ['2006: two in a WLAN', many(2, { guest: true }), WLAN, OK],
])('%s', (_name, policies, scope, expected) => expect(broken({ policies }, scope)).toEqual(expected));
