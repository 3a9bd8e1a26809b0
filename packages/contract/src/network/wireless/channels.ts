import type { Band } from '../../device-protocol/capabilities.ts';

export const CHANNEL_WIDTHS = [20, 40, 80, 160] as const;
export type ChannelWidth = (typeof CHANNEL_WIDTHS)[number];

const steps = (from: number, to: number, step: number): number[] =>
  Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);

const LOWER = steps(36, 64, 4);
const MIDDLE = steps(100, 144, 4);
const UPPER = steps(149, 165, 4);

/** Channels of each band in any country; `5G-1` and `5G-2` are the lower and upper radio of a device with two. */
export const BAND_CHANNELS: Readonly<Record<Band, readonly number[]>> = {
  '2.4G': steps(1, 13, 1),
  '5G': [...LOWER, ...MIDDLE, ...UPPER],
  '5G-1': LOWER,
  '5G-2': [...MIDDLE, ...UPPER],
};

/** 5 GHz channels by country, from the Linux wireless regulatory database (2026.05.30). */
const FIVE_GHZ: readonly (readonly [countries: string, channels: readonly number[]])[] = [
  ['AE AR BR CA GB HK MX NZ SG TH TW US VN', [...LOWER, ...MIDDLE, ...UPPER]],
  [
    'AT BE CH CZ DE DK ES FI FR GR HU IE IN IT KR NL NO PL PT RO SE',
    [...LOWER, ...steps(100, 140, 4), ...UPPER],
  ],
  ['AU', [...LOWER, ...steps(100, 116, 4), ...steps(132, 144, 4), ...UPPER]],
  ['CL CN', [...LOWER, ...UPPER]],
  ['ID', [...LOWER, ...steps(149, 161, 4)]],
  ['JP', [...LOWER, ...MIDDLE]],
  ['MY', [...LOWER, ...steps(100, 128, 4), ...UPPER]],
  ['SA TR ZA', [...LOWER, ...steps(100, 140, 4)]],
];
const fiveGhzByCountry: ReadonlyMap<string, ReadonlySet<number>> = new Map(
  FIVE_GHZ.flatMap(([countries, channels]) =>
    countries.split(' ').map((country) => [country, new Set(channels)] as const),
  ),
);
const ELEVEN_OF_2_4_GHZ: ReadonlySet<string> = new Set(['US']);

/**
 * Lists the channels of a band in a country. For an unknown country it returns all channels, and the device
 * refuses forbidden ones.
 */
export function listCountryChannels(band: Band, country: string | undefined): readonly number[] {
  const all = BAND_CHANNELS[band];
  if (country === undefined) return all;
  if (band === '2.4G') return ELEVEN_OF_2_4_GHZ.has(country) ? all.filter((channel) => channel <= 11) : all;
  const allowed = fiveGhzByCountry.get(country);
  return allowed ? all.filter((channel) => allowed.has(channel)) : all;
}

/**
 * Returns the 20 MHz channels that a wider channel occupies; undefined if that wider channel does not exist.
 */
export function findChannelBlock(channel: number, width: ChannelWidth): readonly number[] | undefined {
  if (width === 20) return [channel];
  const group = [LOWER, MIDDLE, UPPER].find((channels) => channels.includes(channel));
  if (!group) return undefined;
  const size = width / 20;
  const start = Math.floor(group.indexOf(channel) / size) * size;
  const block = group.slice(start, start + size);
  return block.length === size ? block : undefined;
}

/** Returns true if a channel of this width contains the given channel and only allowed channels. */
function fits(band: Band, channel: number, width: ChannelWidth, allowed: readonly number[]): boolean {
  if (!allowed.includes(channel)) return false;
  // On 2.4 GHz, the second half of a 40 MHz channel is 4 channels above or below.
  if (band === '2.4G')
    return width === 20 || (width === 40 && (allowed.includes(channel + 4) || allowed.includes(channel - 4)));
  return findChannelBlock(channel, width)?.every((part) => allowed.includes(part)) ?? false;
}

/**
 * Lists the possible widths on a channel; if the device chooses the channel, the widths of all channels of
 * the band.
 */
export function listWidths(
  band: Band,
  channel: number | 'auto',
  country: string | undefined,
): readonly ChannelWidth[] {
  const allowed = listCountryChannels(band, country);
  const candidates = channel === 'auto' ? allowed : [channel];
  return CHANNEL_WIDTHS.filter((width) => candidates.some((each) => fits(band, each, width, allowed)));
}
