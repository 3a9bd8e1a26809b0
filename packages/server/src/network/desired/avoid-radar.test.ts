import {
  BAND_CHANNELS,
  CHANNEL_WIDTHS,
  findChannelBlock,
  listCountryChannels,
  listWidths,
  RADIO_COUNTRIES,
} from '@northlight/contract';
import type { ConfigRadio } from '@northlight/contract/device-protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { avoidRadar } from './avoid-radar.ts';

const NOW = 1_000_000_000_000;
const MINUTE = 60_000;
const radio = (channel: ConfigRadio['channel'], widthMhz: ConfigRadio['widthMhz'] = 20): ConfigRadio => ({
  id: 'radio1',
  channel,
  widthMhz,
  powerDbm: 'auto',
});
const find = (...channels: number[]) => ({ channels, at: NOW - 10 * MINUTE });
const UPPER_ONLY = { band: '5G-2' as const, country: 'JP' };
const PT = { band: '5G' as const, country: 'PT' };

test.each<[string, ConfigRadio, Parameters<typeof avoidRadar>[1], ReturnType<typeof find>[], ConfigRadio]>([
  ['no radar', radio(100, 80), PT, [], radio(100, 80)],
  ['radar on another channel', radio(100), PT, [find(104)], radio(100)],
  ['radar on the channel', radio(100), PT, [find(100)], radio(36)],
  ['radar on a part of the channel', radio(100, 80), PT, [find(112)], radio(36, 80)],
  ['a wide channel that partly needs no check', radio(36, 160), PT, [find(60)], radio(36, 80)],
  ['a width that the device chooses', radio(100, 'auto'), PT, [find(112)], radio(36, 'auto')],
  [
    'a width that the device chooses, without radar in it',
    radio(100, 'auto'),
    PT,
    [find(116)],
    radio(100, 'auto'),
  ],
  ['a channel that the device chooses', radio('auto', 80), PT, [find(100)], radio('auto', 80)],
  ['a radio of 2.4 GHz', radio(6), { band: '2.4G', country: 'PT' }, [find(100)], radio(6)],
  ['radar whose time has passed', radio(100), PT, [{ ...find(100), at: NOW - 30 * MINUTE }], radio(100)],
  [
    'radar just before its time has passed',
    radio(100),
    PT,
    [{ ...find(100), at: NOW - 30 * MINUTE + 1 }],
    radio(36),
  ],
  [
    'the fallbacks of a plan',
    radio(100, 40),
    {
      ...PT,
      fallbacks: [
        { channel: 116, widthMhz: 40 },
        { channel: 44, widthMhz: 40 },
      ],
    },
    [find(100, 104)],
    radio(116, 40),
  ],
  [
    'fallbacks with radar, and that the country does not allow',
    radio(100, 40),
    {
      ...PT,
      fallbacks: [
        { channel: 116, widthMhz: 40 },
        { channel: 144, widthMhz: 20 },
        { channel: 132, widthMhz: 20 },
      ],
    },
    [find(100, 104), find(120)],
    radio(132, 20),
  ],
  ['channels with a check only', radio(100, 80), UPPER_ONLY, [find(100, 104, 108, 112)], radio(116, 80)],
  ['a short check first', radio(100, 80), { band: '5G-2', country: 'SA' }, [find(100)], radio(108, 40)],
  [
    'narrow channels that remain',
    radio(100, 80),
    UPPER_ONLY,
    [find(100), find(116, 120), find(132), find(140)],
    radio(108, 40),
  ],
  [
    'no other channel',
    radio(100, 80),
    UPPER_ONLY,
    [find(...BAND_CHANNELS['5G-2'].filter((channel) => channel < 149))],
    radio(100, 80),
  ],
])('%s', (_, setting, rules, finds, sent) =>
  expect(avoidRadar(setting, rules, { finds, now: NOW })).toEqual(sent),
);

test('no radio is sent a banned channel while its country allows another one', () =>
  fc.assert(
    fc.property(
      fc.constantFrom('5G' as const, '5G-1' as const, '5G-2' as const),
      fc.constantFrom(undefined, ...RADIO_COUNTRIES),
      fc.constantFrom(...BAND_CHANNELS['5G']),
      fc.constantFrom('auto' as const, ...CHANNEL_WIDTHS),
      fc.array(
        fc.record({
          channels: fc.uniqueArray(fc.constantFrom(...BAND_CHANNELS['5G']), { minLength: 1, maxLength: 16 }),
          at: fc.integer({ min: NOW - 60 * MINUTE, max: NOW }),
        }),
        { maxLength: 6 },
      ),
      fc.array(
        fc.record({
          channel: fc.constantFrom(...BAND_CHANNELS['5G']),
          widthMhz: fc.constantFrom(...CHANNEL_WIDTHS),
        }),
        { maxLength: 4 },
      ),
      (band, country, channel, widthMhz, finds, fallbacks) => {
        const allowed = listCountryChannels(band, country);
        fc.pre(allowed.includes(channel));
        fc.pre(widthMhz === 'auto' || listWidths(band, channel, country).includes(widthMhz));
        const banned = new Set(
          finds.filter(({ at }) => at > NOW - 30 * MINUTE).flatMap(({ channels }) => channels),
        );
        const setting = radio(channel, widthMhz);
        const radar = { finds, now: NOW };
        const sent = avoidRadar(setting, { band, country, fallbacks }, radar);
        const width =
          sent.widthMhz === 'auto'
            ? (listWidths(band, Number(sent.channel), country).findLast((each) => each <= 80) ?? 20)
            : sent.widthMhz;
        const parts = findChannelBlock(Number(sent.channel), width) ?? [];
        expect(parts.every((part) => allowed.includes(part))).toBe(true);
        if (allowed.some((each) => !banned.has(each)))
          expect(parts.some((part) => banned.has(part))).toBe(false);
        else expect(sent).toEqual(setting);
        // The setting that is sent stays as long as nothing changes, and the own one returns after the ban.
        expect(avoidRadar(setting, { band, country, fallbacks }, radar)).toEqual(sent);
        expect(avoidRadar(setting, { band, country, fallbacks }, { finds, now: NOW + 30 * MINUTE })).toEqual(
          setting,
        );
      },
    ),
    { numRuns: 400 },
  ));
