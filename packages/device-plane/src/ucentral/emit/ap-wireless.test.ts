import { type ConfigWlan, deviceConfig, type PortCapability } from '@northlight/contract/device-protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emitAp } from './ap.ts';
import { apDocument } from './schema.ts';

const port = (id: string, role: PortCapability['role']): PortCapability => ({
  id,
  label: id,
  role,
  type: 'electrical',
  maxSpeedMbps: 1000,
  poe: false,
});
const AP = {
  ports: [port('eth0', 'uplink')],
  radios: [
    { id: 'radio0', band: '2.4G' as const, maxPowerDbm: 20 },
    { id: 'radio1', band: '5G-1' as const, maxPowerDbm: 20 },
  ],
};
const wlan = (own: Partial<ConfigWlan> = {}): ConfigWlan => ({
  name: 'Guests',
  ssid: 'Hotel “Sea”',
  hidden: false,
  bands: ['2.4G', '5G-1'],
  security: { mode: 'wpa2-psk', ciphers: ['AES'], key: 'good password', keyUpdateSeconds: 0 },
  maxClients: 32,
  isolated: false,
  dhcp: 'user',
  shutdowns: [],
  ...own,
});
const emitted = (wlans: ConfigWlan[], more: object = {}) => {
  const wireless = { wlans, radios: [], timeZone: 'Europe/Lisbon', blacklist: [], ...more };
  const emission = emitAp(deviceConfig.parse({ vlans: [{ id: 20, name: 'Guests' }], wireless }), AP);
  expect(apDocument.safeParse({ ...emission.document, uuid: 1 }).error).toBeUndefined();
  const { interfaces, radios } = emission.document as {
    interfaces: { vlan?: { id: number }; role: string; ipv4?: object; ssids?: Record<string, unknown>[] }[];
    radios?: object[];
  };
  return { ...emission, interfaces, radios };
};

test('puts a Wi-Fi network with all its settings into the interface of its VLAN', () => {
  const security = {
    mode: 'wpa3-sae',
    ciphers: ['AES'],
    key: 'good password',
    keyUpdateSeconds: 3600,
  } as const;
  const { interfaces, issues, pathOf } = emitted(
    [
      wlan({
        vlanId: 20,
        hidden: true,
        isolated: true,
        upKbps: 5_000,
        downKbps: 10_000,
        accessThresholdDbm: -75,
        security: { ...security, ciphers: ['AES'] },
      }),
    ],
    { blacklist: ['02:00:00:00:00:09'] },
  );
  expect(interfaces.find(({ vlan }) => vlan?.id === 20)?.ssids).toEqual([
    {
      name: 'Hotel “Sea”',
      'wifi-bands': ['2G', '5G-lower'],
      'bss-mode': 'ap',
      'hidden-ssid': true,
      'isolate-clients': true,
      'maximum-clients': 32,
      encryption: { proto: 'sae', ieee80211w: 'required', key: 'good password' },
      'rate-limit': { 'ingress-rate': 5, 'egress-rate': 10 },
      'quality-thresholds': { 'probe-request-rssi': -75, 'association-request-rssi': -75 },
      'access-control-list': { mode: 'deny', 'mac-address': ['02:00:00:00:00:09'] },
      'hostapd-bss-raw': ['wpa_group_rekey=3600'],
    },
  ]);
  expect(issues).toEqual([]);
  const at = interfaces.findIndex(({ vlan }) => vlan?.id === 20);
  expect(
    ['encryption/key', 'name', 'access-control-list/mac-address/0', 'rate-limit/egress-rate'].map((part) =>
      pathOf(`/interfaces/${at}/ssids/0/${part}`),
    ),
  ).toEqual([
    'wireless.wlans.0.security.key',
    'wireless.wlans.0.ssid',
    'wireless.blacklist',
    'wireless.wlans.0.downKbps',
  ]);
});

test('puts a Wi-Fi network without a VLAN into the untagged network, and creates interfaces for unlisted VLANs', () => {
  const { interfaces } = emitted([wlan(), wlan({ name: 'B', ssid: 'B', vlanId: 77 })]);
  expect(interfaces.map(({ ssids, vlan }) => [vlan?.id, ssids?.map(({ name }) => name)])).toEqual([
    [undefined, ['Hotel “Sea”']],
    [20, undefined],
    [77, ['B']],
  ]);
});

test('keeps a Wi-Fi network without a VLAN out of the VLAN of the management address', () => {
  const wireless = { wlans: [wlan()], radios: [], timeZone: 'Europe/Lisbon', blacklist: [] };
  const management = { mode: 'dhcp', vlanId: 40 };
  const { document } = emitAp(deviceConfig.parse({ vlans: [], wireless, management }), AP);
  expect(document['interfaces']).toMatchObject([
    { name: 'VLAN1', ssids: [{ name: 'Hotel “Sea”' }] },
    {
      vlan: { id: 40 },
      services: ['lldp'],
      ethernet: [{ 'select-ports': ['WAN'], 'vlan-tag': 'tagged' }],
      ipv4: { addressing: 'dynamic' },
    },
  ]);
});

test('puts a Wi-Fi network whose addresses the access point assigns into a separate interface', () => {
  const { interfaces } = emitted([wlan({ dhcp: 'ap', vlanId: undefined })]);
  expect(interfaces.at(-1)).toMatchObject({
    role: 'downstream',
    ipv4: { addressing: 'static', dhcp: { 'lease-first': 10 } },
    ssids: [{ name: 'Hotel “Sea”' }],
  });
});

const psk = { ciphers: ['AES' as const], key: 'good password', keyUpdateSeconds: 0 };
test.each<[ConfigWlan['security'], object]>([
  [{ mode: 'open' }, { encryption: { proto: 'none' } }],
  [{ mode: 'wpa-psk', ...psk }, { encryption: { proto: 'psk', key: 'good password' } }],
  [{ mode: 'wpa-wpa2-psk', ...psk }, { encryption: { proto: 'psk-mixed', key: 'good password' } }],
  [
    { mode: 'wpa3-sae-wpa2-psk', ...psk },
    { encryption: { proto: 'sae-mixed', ieee80211w: 'optional', key: 'good password' } },
  ],
  [
    { mode: 'wpa2-psk', ...psk, ciphers: ['AES', 'TKIP'] },
    { 'hostapd-bss-raw': ['wpa_pairwise=CCMP TKIP', 'rsn_pairwise=CCMP TKIP'] },
  ],
  [
    {
      mode: 'wpa2',
      ciphers: ['AES'],
      radius: { ip: '10.0.0.5', port: 1812, secret: 's' },
      keyUpdateSeconds: 0,
    },
    {
      encryption: { proto: 'wpa2' },
      radius: { authentication: { host: '10.0.0.5', port: 1812, secret: 's' } },
    },
  ],
])('emits the security %o', (security, expected) => {
  expect(emitted([wlan({ security })]).interfaces[0]?.ssids?.[0]).toMatchObject(expected);
});

test('reports unsupported settings, and omits Wi-Fi networks with unsupported security', () => {
  const raw = { mode: 'wpa2-psk' as const, ...psk, key: 'a'.repeat(64) };
  const radius = { mode: 'wpa2' as const, ciphers: ['AES' as const], keyUpdateSeconds: 0 };
  const { interfaces, issues } = emitted([
    wlan({ security: raw }),
    wlan({ security: { ...radius, radius: { ip: '10.0.0.5', port: 812, secret: 's' } } }),
    wlan({ vlanId: 4060 }),
    wlan({ upKbps: 1_400, shutdowns: [{ days: [1], fromMinute: 0, toMinute: 60 }] }),
  ]);
  expect(interfaces.flatMap(({ ssids = [] }) => ssids)).toHaveLength(1);
  expect(issues.map(({ path, substitution }) => [path, substitution])).toEqual([
    ['wireless.wlans.0.security.key', 'The network is omitted.'],
    ['wireless.wlans.1.security.radius.port', 'The network is omitted.'],
    ['wireless.wlans.3.shutdowns', 'The network is always on.'],
    ['wireless.wlans.3.upKbps', '1 Mbit/s'],
    ['wireless.wlans.2.vlanId', undefined],
  ]);
});

test('emits radios by band and reports unknown radios', () => {
  const { issues, pathOf, radios } = emitted([], {
    country: 'PT',
    radios: [
      { id: 'radio0', channel: 'auto', widthMhz: 'auto', powerDbm: 'auto' },
      { id: 'radio9', channel: 1, widthMhz: 20, powerDbm: 8 },
      { id: 'radio1', channel: 36, widthMhz: 80, powerDbm: 17 },
    ],
  });
  expect(radios).toEqual([
    { band: '2G', channel: 'auto', 'channel-width': 20, country: 'PT' },
    { band: '5G-lower', channel: 36, 'channel-width': 80, 'tx-power': 17, country: 'PT' },
  ]);
  expect(issues).toMatchObject([{ path: 'wireless.radios.1' }]);
  expect(pathOf('/radios/1/channel-width')).toBe('wireless.radios.2.widthMhz');
});

test('emits any SSID unchanged within the schema', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 32 }), (ssid) => {
      expect(emitted([wlan({ ssid })]).interfaces[0]?.ssids?.[0]?.['name']).toBe(ssid);
    }),
  );
});
