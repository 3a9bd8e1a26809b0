import { EMPTY_WIRELESS, type WifiPolicy, type WirelessConfig } from '@northlight/contract';
import { type Band, configWireless } from '@northlight/contract/device-protocol';
import { expect, test } from 'vitest';
import { buildDesiredWireless, type WirelessTarget } from './wireless.ts';

const target = (id: string, ...bands: Band[]): WirelessTarget => ({
  id,
  caps: {
    features: ['wifi'],
    radios: bands.map((band, index) => ({ id: `radio${index}`, band, maxPowerDbm: 26 })),
  },
});
const AP = target('ap1', '2.4G', '5G');
const POLICY: WifiPolicy = {
  id: 'staff',
  name: 'Staff',
  enabled: true,
  ssid: 'Office',
  hidden: false,
  bands: ['2.4G', '5G'],
  security: { mode: 'wpa2-psk', ciphers: ['AES'], key: 'long enough', keyUpdateSeconds: 3600 },
  maxClients: 64,
  guest: false,
  shutdowns: [],
  dhcp: 'user',
  devices: 'all',
};
const KEPT = '00000000-0000-4000-8000-000000000001';
const desired = (config: Partial<WirelessConfig>, device: WirelessTarget = AP, country?: string) =>
  buildDesiredWireless(device, { ...EMPTY_WIRELESS, ...config }, 'Europe/Lisbon', country);

test('returns nothing for a device without Wi-Fi', () => {
  const gateway: WirelessTarget = { id: 'gw', caps: { features: ['vlan', 'dhcp'], radios: [] } };
  expect(desired({ policies: [POLICY] }, gateway)).toBeUndefined();
});

test('converts a policy with every field into a valid document of the protocol', () => {
  const policy: WifiPolicy = {
    ...POLICY,
    vlanId: 20,
    guest: true,
    upKbps: 10_000,
    downKbps: 20_000,
    shutdowns: [{ days: [1, 2], fromMinute: 0, toMinute: 360 }],
    accessThresholdDbm: -80,
  };
  const config = desired(
    { policies: [policy], blacklist: [{ mac: '00:11:22:33:44:55', remark: 'Loud' }] },
    AP,
    'PT',
  );
  expect(configWireless.parse(config)).toEqual(config);
  expect(config).toEqual({
    wlans: [
      {
        name: 'Staff',
        ssid: 'Office',
        hidden: false,
        bands: ['2.4G', '5G'],
        security: { mode: 'wpa2-psk', ciphers: ['AES'], key: 'long enough', keyUpdateSeconds: 3600 },
        maxClients: 64,
        vlanId: 20,
        isolated: true,
        upKbps: 10_000,
        downKbps: 20_000,
        dhcp: 'user',
        shutdowns: [{ days: [1, 2], fromMinute: 0, toMinute: 360 }],
        accessThresholdDbm: -80,
      },
    ],
    radios: [
      { id: 'radio0', channel: 'auto', widthMhz: 'auto', powerDbm: 'auto' },
      { id: 'radio1', channel: 'auto', widthMhz: 'auto', powerDbm: 'auto' },
    ],
    country: 'PT',
    timeZone: 'Europe/Lisbon',
    blacklist: ['00:11:22:33:44:55'],
  });
});

const onAir = (policies: WifiPolicy[], device?: WirelessTarget) =>
  desired({ policies }, device)?.wlans.map(
    ({ bands, name, ssid }) => `${name}: ${ssid} on ${bands.join(' ')}`,
  );

test.each<[string, Partial<WifiPolicy>, WirelessTarget, string[]]>([
  ['a disabled policy', { enabled: false }, AP, []],
  ['a policy of other devices', { devices: ['ap2'] }, AP, []],
  ['a policy of this device', { devices: ['ap2', 'ap1'] }, AP, ['Staff: Office on 2.4G 5G']],
  ['bands that the device has', { bands: ['5G', '5G-1'] }, AP, ['Staff: Office on 5G']],
  ['5G on both 5 GHz radios', {}, target('tri', '2.4G', '5G-1', '5G-2'), ['Staff: Office on 2.4G 5G-1 5G-2']],
  ['bands that the device does not have', { bands: ['5G-1'] }, AP, []],
  ['a second SSID', { ssid5g: 'Fast' }, AP, ['Staff: Office on 2.4G', 'Staff 5G: Fast on 5G']],
  [
    'a second SSID on both 5 GHz radios',
    { ssid5g: 'Fast', bands: ['2.4G', '5G-1', '5G-2'] },
    target('tri', '2.4G', '5G-1', '5G-2'),
    ['Staff: Office on 2.4G', 'Staff 5G: Fast on 5G-1 5G-2'],
  ],
  ['a second SSID only', { ssid5g: 'Fast' }, target('cpe', '5G'), ['Staff: Fast on 5G']],
  [
    'a policy whose password is missing',
    { security: { mode: 'wpa3-sae', ciphers: ['AES'], keyUpdateSeconds: 0 } },
    AP,
    [],
  ],
])('lists the WLANs of a device: %s', (_name, values, device, expected) =>
  expect(onAir([{ ...POLICY, ...values }], device)).toEqual(expected),
);

test('gives WLANs unique names, also when a policy is named like the second WLAN of another policy', () => {
  expect(
    onAir([
      { ...POLICY, ssid5g: 'Fast' },
      { ...POLICY, id: 'other', name: 'Staff 5G', ssid: 'Other' },
    ]),
  ).toEqual(['Staff: Office on 2.4G', 'Staff 5G 5G: Fast on 5G', 'Staff 5G: Other on 2.4G 5G']);
});

test('leaves out the ids of secrets from the document', () => {
  const security = { ...POLICY.security, keyId: KEPT, rawKey: false };
  expect(desired({ policies: [{ ...POLICY, security }] })?.wlans[0]?.security).toEqual(POLICY.security);
});

test('includes server and secret of a RADIUS policy', () => {
  const security = {
    mode: 'wpa2' as const,
    ciphers: ['AES' as const],
    radius: { ip: '10.0.0.5', port: 1812, secret: 'shared-key' },
    keyUpdateSeconds: 0,
  };
  const kept = { ...security, radius: { ...security.radius, secretId: KEPT } };
  expect(desired({ policies: [{ ...POLICY, security: kept }] })?.wlans[0]?.security).toEqual(security);
});

test('broadcasts no network on a radio that is turned off', () => {
  const off = { channel: 6, widthMhz: 20, powerDbm: 'auto', off: true } as const;
  const config = desired({
    policies: [POLICY, { ...POLICY, id: 'low', name: 'Low', bands: ['2.4G'] }],
    radios: [{ deviceId: 'ap1', radioId: 'radio0', ...off }],
  });
  expect(config?.wlans.map(({ bands, name }) => [name, bands])).toEqual([['Staff', ['5G']]]);
});

test('uses the radio values and the country of a device instead of automatic values and the project’s country', () => {
  const config = desired(
    {
      radios: [
        { deviceId: 'ap1', radioId: 'radio1', channel: 36, widthMhz: 80, powerDbm: 20 },
        { deviceId: 'ap2', radioId: 'radio0', channel: 1, widthMhz: 20, powerDbm: 8 },
      ],
      countries: [{ deviceId: 'ap1', country: 'DE' }],
    },
    AP,
    'PT',
  );
  expect(config?.country).toBe('DE');
  expect(config?.radios).toEqual([
    { id: 'radio0', channel: 'auto', widthMhz: 'auto', powerDbm: 'auto' },
    { id: 'radio1', channel: 36, widthMhz: 80, powerDbm: 20 },
  ]);
  expect(desired({})).not.toHaveProperty('country');
});
