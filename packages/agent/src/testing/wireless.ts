import type { Capabilities, ConfigWlan, DeviceConfig } from '@northlight/contract/device-protocol';
import fc from 'fast-check';
import { findCapabilities } from '@northlight/contract';
import type { ApMachine } from '../ap/render.ts';
import { hostileText } from './configurations.ts';

export const WPA2 = {
  mode: 'wpa2-psk',
  ciphers: ['AES'],
  key: 'correct horse',
  keyUpdateSeconds: 3600,
} as const;

export const createWlan = (own: Partial<ConfigWlan> = {}): ConfigWlan => ({
  name: 'office',
  ssid: 'Office',
  hidden: false,
  bands: ['2.4G'],
  security: { ...WPA2, ciphers: [...WPA2.ciphers] },
  maxClients: 32,
  isolated: false,
  dhcp: 'user',
  shutdowns: [],
  ...own,
});

export const createWirelessConfig = (
  wlans: readonly ConfigWlan[],
  own: Partial<NonNullable<DeviceConfig['wireless']>> = {},
): DeviceConfig => ({
  vlans: [],
  dhcpPools: [],
  wireless: {
    wlans: [...wlans],
    radios: [],
    country: 'DE',
    timeZone: 'Europe/Berlin',
    blacklist: [],
    ...own,
  },
});

export function createApCapabilities(
  bands: readonly Capabilities['radios'][number]['band'][] = ['2.4G', '5G'],
): Capabilities {
  const document = findCapabilities('NL-LAP');
  if (!document) throw new Error('There is no such model.');
  return {
    ...document,
    radios: bands.map((band, index) => ({ id: `radio${index}`, band, maxPowerDbm: 20 })),
  };
}

export const createApMachine = (own: Partial<ApMachine> = {}): ApMachine => ({
  sn: 'NLAP000000000001',
  caps: createApCapabilities(),
  management: { mode: 'dhcp', vlanId: 1 },
  radios: [
    { id: 'radio0', interface: 'wlan0', mac: '02:00:00:00:00:00' },
    { id: 'radio1', interface: 'wlan1', mac: '02:00:00:00:01:00' },
  ],
  controlDir: '/run/northlight/x/air',
  denyFile: '/var/lib/nl/air/denied',
  tagging: true,
  limiting: true,
  ...own,
});

/** Any text of 1 to 32 bytes in UTF-8. */
const anySsid = fc
  .oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 32 }), hostileText)
  .filter((text) => text.length > 0 && Buffer.byteLength(text) <= 32 && text.isWellFormed());
const anyKey = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 63 }),
  fc.constantFrom('" bridge=br0', 'ssid=evil # x', '\\n\\\\n$(reboot)', '        ', 'f'.repeat(63)),
);
const seconds = fc.integer({ min: 0, max: 86_400 });
const ciphers = fc.constantFrom<('AES' | 'TKIP')[]>(['AES'], ['TKIP'], ['AES', 'TKIP']);
const anySecurity: fc.Arbitrary<ConfigWlan['security']> = fc.oneof(
  fc.constant({ mode: 'open' as const }),
  fc.record({
    mode: fc.constantFrom('wpa-psk' as const, 'wpa2-psk' as const, 'wpa-wpa2-psk' as const),
    ciphers,
    key: fc.oneof(anyKey, fc.stringMatching(/^[0-9a-fA-F]{64}$/)),
    keyUpdateSeconds: seconds,
  }),
  fc.record({
    mode: fc.constantFrom('wpa3-sae' as const, 'wpa3-sae-wpa2-psk' as const),
    ciphers: fc.constant<['AES']>(['AES']),
    key: anyKey,
    keyUpdateSeconds: seconds,
  }),
  fc.record({
    mode: fc.constantFrom('wpa' as const, 'wpa2' as const),
    ciphers,
    radius: fc.record({
      ip: fc.constant('10.0.0.5'),
      port: fc.integer({ min: 1, max: 65_535 }),
      secret: anyKey,
    }),
    keyUpdateSeconds: seconds,
  }),
);

/** A valid SSID whose texts have special meanings in files of programs. */
export const validWlan: fc.Arbitrary<ConfigWlan> = fc.record({
  name: hostileText,
  ssid: anySsid,
  hidden: fc.boolean(),
  bands: fc.constantFrom<ConfigWlan['bands']>(['2.4G'], ['5G'], ['2.4G', '5G']),
  security: anySecurity,
  maxClients: fc.integer({ min: 1, max: 128 }),
  isolated: fc.boolean(),
  dhcp: fc.constantFrom('user' as const, 'ap' as const),
  shutdowns: fc.constant([]),
  accessThresholdDbm: fc.integer({ min: -100, max: -60 }),
});
