import { expect, test } from 'vitest';
import { listChannels, parseAbilities, chooseChannel } from './channels.ts';
import { formatChannelLines } from './hostapd-lines.ts';
import { parseInterfaces, unescapeSsid } from './iw.ts';
import { parseScan } from './scan.ts';

test('parses interfaces, and decodes every byte of their SSIDs', () => {
  const text = `phy#0
	Interface nlw0b0
		ifindex 8
		wdev 0x6
		addr 06:00:00:00:00:00
		ssid bb\\x0a"\\xf0\\x9f\\x98\\x80\\x5c
		type AP
		channel 36 (5180 MHz), width: 80 MHz, center1: 5210 MHz
		txpower 12.00 dBm
	Interface wlan0
		ifindex 3
		addr 02:00:00:00:00:00
		type managed
		txpower 23.00 dBm
`;
  expect(parseInterfaces(text)).toEqual([
    {
      device: 'nlw0b0',
      mac: '06:00:00:00:00:00',
      ssid: 'bb\n"😀\\',
      type: 'AP',
      channel: 36,
      widthMhz: 80,
      powerDbm: 12,
    },
    {
      device: 'wlan0',
      mac: '02:00:00:00:00:00',
      ssid: undefined,
      type: 'managed',
      channel: undefined,
      widthMhz: undefined,
      powerDbm: 23,
    },
  ]);
  expect(parseInterfaces('')).toEqual([]);
  expect(unescapeSsid('\\x20a\\x')).toBe(' a\\x');
});

test('parses all networks of a scan', () => {
  const text = `BSS 06:00:00:00:00:00(on wlan1)
	TSF: 1795323265931291 usec (20779d, 04:54:25)
	freq: 2437
	capability: ESS Privacy ShortSlotTime (0x0411)
	signal: -30.00 dBm
	SSID: Secure\\x0a
	RSN:	 * Version: 1
		 * Group cipher: TKIP
		 * Pairwise ciphers: CCMP
		 * Authentication suites: PSK SAE
	Extended capabilities:
		 * SSID List
	WPA:	 * Version: 1
		 * Authentication suites: PSK
BSS 06:00:00:00:00:01(on wlan1) -- associated
	freq: 5180.0
	capability: ESS (0x0401)
	signal: -71.00 dBm
	SSID: \\x00\\x00\\x00
BSS 06:00:00:00:00:02(on wlan1)
	freq: 5955
	capability: ESS Privacy (0x0411)
	signal: -80.00 dBm
	SSID: corp
	RSN:	 * Version: 1
		 * Authentication suites: IEEE 802.1X
BSS nonsense
`;
  expect(parseScan(text)).toEqual([
    {
      bssid: '06:00:00:00:00:00',
      ssid: 'Secure ',
      band: '2.4G',
      channel: 6,
      signalDbm: -30,
      security: 'WPA/WPA2/WPA3',
    },
    { bssid: '06:00:00:00:00:01', ssid: '', band: '5G', channel: 36, signalDbm: -71, security: 'open' },
    {
      bssid: '06:00:00:00:00:02',
      ssid: 'corp',
      band: '6G',
      channel: 1,
      signalDbm: -80,
      security: 'WPA2-Enterprise',
    },
  ]);
  expect(parseScan('')).toEqual([]);
});

const bss = (mhz: number, ...lines: string[]): string =>
  [
    'BSS 06:00:00:00:00:00(on wlan1)',
    `\tfreq: ${mhz}.0`,
    '\tsignal: -60.00 dBm',
    '\tSSID: a',
    ...lines,
    '',
  ].join('\n');
const ht = (offset: string): string =>
  `\tHT operation:\n\t\t * primary channel: 36\n\t\t * secondary channel offset: ${offset}`;
const vht = (width: string, first: number, second: number): string =>
  `\tVHT operation:\n\t\t * channel width: ${width}\n\t\t * center freq segment 1: ${first}\n\t\t * center freq segment 2: ${second}`;
const VHT_CAPABILITIES = '\tVHT capabilities:\n\t\t\tSupported Channel Width: neither 160 nor 80+80';
const six = (width: string): string =>
  `\t\t6 GHz Operation Information\n\t\t\tPrimary Channel: 1\n\t\t\tChannel Width: ${width}`;

test.each([
  ['an old network', bss(2437), undefined],
  ['20 MHz', bss(5180, ht('no secondary')), 20],
  ['40 MHz', bss(5180, ht('below'), VHT_CAPABILITIES, vht('0 (20 or 40 MHz)', 0, 0)), 40],
  ['80 MHz', bss(5180, ht('above'), VHT_CAPABILITIES, vht('1 (80 MHz)', 42, 0)), 80],
  ['160 MHz by its segments', bss(5180, ht('above'), vht('1 (80 MHz)', 42, 50)), 160],
  ['160 MHz by its old number', bss(5180, ht('above'), vht('2 (160 MHz)', 50, 0)), 160],
  ['20 MHz in 2.4 GHz with VHT of a vendor', bss(2437, ht('no secondary'), vht('1 (80 MHz)', 3, 0)), 20],
  ['80 MHz in 6 GHz', bss(5955, six('80 MHz')), 80],
  ['160 MHz in 6 GHz', bss(5955, six('80+80 or 160 MHz')), 160],
  ['320 MHz in 6 GHz', bss(6135, six('80+80 or 160 MHz'), six('320 MHz')), 320],
])('parses the width of %s', (_title, text, width) => {
  const [network] = parseScan(text);
  expect(network?.widthMhz).toBe(width);
  expect(network?.loadPercent).toBeUndefined();
});

test.each([
  ['51/255', 20],
  ['255/255', 100],
  ['999/255', 100],
  ['many', undefined],
])('parses the announced load of a network: %s', (load, percent) => {
  const text = `\tBSS Load:\n\t\t * station count: 3\n\t\t * channel utilisation: ${load}\n\t\t * available admission capacity: 0 [*32us]`;
  expect(parseScan(bss(2437, text))).toMatchObject([{ ssid: 'a' }]);
  expect(parseScan(bss(2437, text))[0]?.loadPercent).toBe(percent);
});

const channel = (mhz: number, number: number, rest = '(20.0 dBm)'): string =>
  `\t\t\t* ${mhz} MHz [${number}] ${rest}`;
const ABILITIES = parseAbilities(
  [
    'HT20/HT40',
    '\t\tVHT Capabilities (0x038004fa):',
    ...Array.from({ length: 13 }, (_, index) =>
      channel(2412 + index * 5, index + 1, index > 10 ? '(20.0 dBm) (no IR)' : undefined),
    ),
    ...[36, 40, 44, 48].map((number) => channel(5000 + number * 5, number, '(23.0 dBm)')),
    ...[52, 56, 60, 64].map((number) =>
      channel(5000 + number * 5, number, '(20.0 dBm) (no IR, radar detection)'),
    ),
    ...[100, 104].map((number) => channel(5000 + number * 5, number, '(26.0 dBm) (radar detection)')),
    ...[149, 153, 157, 161].map((number) => channel(5000 + number * 5, number, '(disabled)')),
    channel(5955, 1),
    '\t\t * #{ managed } <= 1, #{ AP, mesh point } <= 8,',
  ].join('\n'),
);

test('lists the channels of a band under the country rules', () => {
  expect(ABILITIES.ssids).toBe(8);
  expect(listChannels('2.4G', ABILITIES)).toHaveLength(13);
  expect(listChannels('5G-1', ABILITIES).map(({ number }) => number)).toEqual([
    36, 40, 44, 48, 52, 56, 60, 64,
  ]);
  expect(listChannels('5G-2', ABILITIES)[0]).toEqual({
    number: 100,
    mhz: 5500,
    maxPowerDbm: 26,
    enabled: true,
    open: true,
    radar: true,
  });
});

test.each<[string, Parameters<typeof chooseChannel>, object, string[]]>([
  ['as requested', ['2.4G', { channel: 6, widthMhz: 20 }, ABILITIES, 0], { channel: 6, widthMhz: 20 }, []],
  [
    'on a usual channel',
    ['2.4G', { channel: 'auto', widthMhz: 'auto' }, ABILITIES, 4],
    { channel: 6, widthMhz: 20 },
    [],
  ],
  [
    '40 MHz up',
    ['2.4G', { channel: 1, widthMhz: 40 }, ABILITIES, 0],
    { channel: 1, widthMhz: 40, second: 1 },
    [],
  ],
  [
    '40 MHz down',
    ['2.4G', { channel: 11, widthMhz: 40 }, ABILITIES, 0],
    { channel: 11, widthMhz: 40, second: -1 },
    [],
  ],
  [
    '80 MHz',
    ['5G', { channel: 44, widthMhz: 'auto' }, ABILITIES, 0],
    { channel: 44, widthMhz: 80, second: 1, centre: 42 },
    [],
  ],
  [
    'a narrower width than requested',
    ['5G', { channel: 40, widthMhz: 160, path: 'p' }, ABILITIES, 0],
    { channel: 40, widthMhz: 80, second: -1, centre: 42 },
    ['p.widthMhz'],
  ],
  [
    'another channel in place of a forbidden channel',
    ['5G', { channel: 149, widthMhz: 20, path: 'p' }, ABILITIES, 1],
    { channel: 40, widthMhz: 20 },
    ['p.channel'],
  ],
  [
    'half the width where a part of the block is forbidden',
    ['5G', { channel: 104, widthMhz: 80, path: 'p' }, ABILITIES, 0],
    { channel: 104, widthMhz: 40, second: -1 },
    ['p.widthMhz'],
  ],
])('chooses the channel of a radio: %s', (_title, args, setting, issues) => {
  const found = chooseChannel(...args);
  expect(found.setting).toEqual(setting);
  expect(found.issues.map(({ path }) => path)).toEqual(issues);
});

test('switches off a radio whose country allows no channel, and reports the issue', () => {
  const none = { ...ABILITIES, channels: [] };
  const { issues, setting } = chooseChannel('5G', { channel: 'auto', widthMhz: 'auto' }, none, 7);
  expect(setting).toBeUndefined();
  expect(issues).toMatchObject([{ path: 'wireless.radios.channel', substitution: 'The radio is off.' }]);
});

test('renders the hostapd options of a channel', () => {
  expect(
    formatChannelLines({ channel: 36, widthMhz: 80, second: 1, centre: 42 }, { country: 'DE', vht: true }),
  ).toEqual([
    'country_code=DE',
    'ieee80211d=1',
    'ieee80211h=1',
    'hw_mode=a',
    'channel=36',
    'ieee80211n=1',
    'ht_capab=[HT40+]',
    'ieee80211ac=1',
    'vht_oper_chwidth=1',
    'vht_oper_centr_freq_seg0_idx=42',
  ]);
  expect(formatChannelLines({ channel: 1, widthMhz: 20 }, { country: undefined, vht: true })).toEqual([
    'hw_mode=g',
    'channel=1',
    'ieee80211n=1',
  ]);
  expect(() => formatChannelLines({ channel: 1, widthMhz: 20 }, { country: 'D\n', vht: true })).toThrow(
    'country',
  );
});
