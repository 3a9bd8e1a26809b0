import { expect, test } from 'vitest';
import { formatChannelSwitch, hasOtherChannel, isOtherChannel } from './channel-switch.ts';
import type { Channel, ChosenChannel } from './channels.ts';
import { formatChannelLines } from './hostapd-lines.ts';

const channels = [1, 6, 11, 13, 36, 40, 44, 48, 52, 56, 60, 64, 100, 149, 153, 157, 161].map(
  (number): Channel => ({
    number,
    mhz: number > 14 ? 5000 + 5 * number : 2407 + 5 * number,
    maxPowerDbm: 20,
    enabled: true,
    open: true,
    radar: number >= 52 && number <= 144,
  }),
);
const format = (setting: ChosenChannel, vht = true): string | undefined =>
  formatChannelSwitch(setting, { channels, vht })?.join(' ');

test.each<[string, ChosenChannel, string]>([
  [
    '20 MHz of 2.4 GHz',
    { channel: 11, widthMhz: 20 },
    'chan_switch 10 2462 center_freq1=2462 bandwidth=20 ht',
  ],
  [
    '40 MHz below',
    { channel: 11, widthMhz: 40, second: -1 },
    'chan_switch 10 2462 sec_channel_offset=-1 center_freq1=2452 bandwidth=40 ht',
  ],
  [
    '20 MHz of 5 GHz',
    { channel: 44, widthMhz: 20 },
    'chan_switch 10 5220 center_freq1=5220 bandwidth=20 ht vht',
  ],
  [
    '40 MHz above',
    { channel: 36, widthMhz: 40, second: 1 },
    'chan_switch 10 5180 sec_channel_offset=1 center_freq1=5190 bandwidth=40 ht vht',
  ],
  [
    '80 MHz',
    { channel: 161, widthMhz: 80, second: -1, centre: 155 },
    'chan_switch 10 5805 sec_channel_offset=-1 center_freq1=5775 bandwidth=80 ht vht',
  ],
])('announces %s', (_name, setting, expected) => expect(format(setting)).toBe(expected));

test('announces 5 GHz without VHT to radios that do not have it', () =>
  expect(format({ channel: 36, widthMhz: 20 }, false)).toBe(
    'chan_switch 10 5180 center_freq1=5180 bandwidth=20 ht',
  ));

test.each<[string, ChosenChannel]>([
  ['a channel with radar', { channel: 52, widthMhz: 20 }],
  ['a channel of which one part has radar', { channel: 36, widthMhz: 160, second: 1, centre: 50 }],
])('does not announce %s', (_name, setting) => expect(format(setting)).toBeUndefined());

const BSS = ['interface=nlw0b0', 'ssid2=4f6666696365'];
const createFile = (setting: ChosenChannel, own: readonly string[] = BSS, country = 'DE'): string =>
  `${[...formatChannelLines(setting, { country, vht: true }), ...own].join('\n')}\n`;
const WIDE: ChosenChannel = { channel: 36, widthMhz: 80, second: 1, centre: 42 };
const NARROW: ChosenChannel = { channel: 48, widthMhz: 20 };

test.each<[string, boolean, string, string]>([
  ['the same file', false, createFile(WIDE), createFile(WIDE)],
  ['another channel', true, createFile(NARROW), createFile({ ...NARROW, channel: 44 })],
  ['another width', true, createFile(WIDE), createFile({ channel: 36, widthMhz: 20 })],
  ['another band', false, createFile(NARROW), createFile({ channel: 6, widthMhz: 20 })],
  ['another country', false, createFile(NARROW), createFile({ ...NARROW, channel: 44 }, BSS, 'AT')],
  ['another SSID', false, createFile(NARROW), createFile({ ...NARROW, channel: 44 }, ['ssid2=41'])],
  ['no file', false, '', createFile(NARROW)],
])('distinguishes a change of the channel alone: %s', (_name, expected, before, after) =>
  expect(isOtherChannel(before, after)).toBe(expected),
);

test.each<[string, boolean, string]>([
  ['another channel and SSID', true, createFile({ ...NARROW, channel: 44 }, ['ssid2=41'])],
  ['another SSID', false, createFile(NARROW, ['ssid2=41'])],
])('finds another channel beside other changes: %s', (_name, expected, after) =>
  expect(hasOtherChannel(createFile(NARROW), after)).toBe(expected),
);
