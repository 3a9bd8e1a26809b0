import { computeContention } from '../plan/contention.ts';
import type { Contention, PlanProblem, RadioOption } from '../plan/problem.ts';
import { createSpectrum, type Spectrum } from '../plan/spectrum.ts';

/** Sets of channels: a band, the number of channels or their width, and whether those with radar detection are in it. */
export const CHANNEL_SETS = [
  '2.4/3',
  '2.4/4',
  '5/20',
  '5/20+dfs',
  '5/40',
  '5/40+dfs',
  '5/80',
  '5/80+dfs',
] as const;
export type ChannelSet = (typeof CHANNEL_SETS)[number];

interface SiteOptions {
  readonly radios: number;
  readonly channels: ChannelSet;
}

const AREA_PER_RADIO_M2 = 180;
const FLOOR_HEIGHT_M = 3;
const RADIOS_PER_FLOOR = 50;
const SHADOW_DB = 6;
const POWER_DBM = { '2.4G': 20, '5G': 23 } as const;
/** Loss in offices by ITU-R P.1238: at 1 m (dB), per decade of the distance (dB), and of the first and each further slab (dB). */
const LOSSES = { '2.4G': [39.7, 30, 15, 4], '5G': [46.8, 31, 16, 6] } as const;
const AUDIBLE_DBM = -92;
const FOREIGN_SHARE = 0.25;

const steps = (from: number, to: number): number[] =>
  Array.from({ length: (to - from) / 4 + 1 }, (_, index) => from + index * 4);

/** Lists the channels of a set. */
export function listSpectra(set: ChannelSet): Spectrum[] {
  if (set === '2.4/3') return [1, 6, 11].map((channel) => createSpectrum('2.4G', channel));
  if (set === '2.4/4') return [1, 5, 9, 13].map((channel) => createSpectrum('2.4G', channel));
  const size = Number.parseInt(set.slice(2), 10) / 20;
  const groups = set.endsWith('+dfs')
    ? [steps(36, 64), steps(100, 144), steps(149, 161)]
    : [steps(36, 48), steps(149, 161)];
  return groups.flatMap((group) =>
    Array.from({ length: Math.floor(group.length / size) }, (_, index) =>
      group.slice(index * size, (index + 1) * size),
    ).map((parts) => createSpectrum('5G', parts[0] ?? 36, parts)),
  );
}

/** A point on a floor of a building (m). */
export interface OfficePoint {
  readonly x: number;
  readonly y: number;
  readonly floor: number;
}

export const getBand = (channels: ChannelSet): keyof typeof POWER_DBM =>
  channels.startsWith('2.4') ? '2.4G' : '5G';
export const getUsualPower = (channels: ChannelSet): number => POWER_DBM[getBand(channels)];

/** Creates the points of radios on a jittered grid. */
export function createOfficePoints(random: () => number, count: number): OfficePoint[] {
  const floors = Math.max(3, Math.ceil(count / RADIOS_PER_FLOOR));
  const perFloor = Math.ceil(count / floors);
  const columns = Math.ceil(Math.sqrt(perFloor * 2));
  const pitch = Math.sqrt(AREA_PER_RADIO_M2);
  return Array.from({ length: count }, (_, index) => {
    const cell = index % perFloor;
    return {
      x: ((cell % columns) + random() * 0.6) * pitch,
      y: (Math.floor(cell / columns) + random() * 0.6) * pitch,
      floor: Math.floor(index / perFloor),
    };
  });
}

/** Returns the loss between two points (dB), with random shadowing. */
export function computeOfficeLoss(
  random: () => number,
  channels: ChannelSet,
  one: OfficePoint,
  other: OfficePoint,
): number {
  const [lossAt1M, lossPerDecade, firstSlab, furtherSlab] = LOSSES[getBand(channels)];
  const floorsApart = Math.abs(one.floor - other.floor);
  const distance = Math.hypot(one.x - other.x, one.y - other.y, floorsApart * FLOOR_HEIGHT_M);
  const slabs = floorsApart === 0 ? 0 : firstSlab + (floorsApart - 1) * furtherSlab;
  const shadow = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()) * SHADOW_DB;
  return lossAt1M + lossPerDecade * Math.log10(Math.max(1, distance)) + slabs - shadow;
}

/** Creates a building with radios on a jittered grid, random loads and foreign networks. All radios start on one channel of three. */
export function createRandomSite(
  random: () => number,
  { channels, radios: count }: SiteOptions,
): PlanProblem {
  const spectra = listSpectra(channels);
  const places = createOfficePoints(random, count);
  const radios = places.map(() => {
    const options = spectra.map((spectrum): RadioOption => ({
      ...spectrum,
      foreignBusy: random() < FOREIGN_SHARE ? random() * 0.6 : 0,
      cost: 0,
    }));
    return {
      options,
      present: Math.floor(random() * Math.min(3, options.length)),
      load: 0.1 + random() * 0.7,
    };
  });
  const contentions: Contention[] = [];
  for (const [a, one] of places.entries())
    for (const [b, other] of places.slice(0, a).entries()) {
      const level = getUsualPower(channels) - computeOfficeLoss(random, channels, one, other);
      if (level <= AUDIBLE_DBM) continue;
      const share = computeContention(level);
      contentions.push({ a, b, atA: share, atB: share });
    }
  return { radios, contentions };
}
