import { drawRandomFloat, drawRandomInt, SeededEntropy } from '@northlight/runtime';
import type { RadarSource } from './air-site.ts';

const WEEK_MS = 604_800_000;
/** Number of weeks whose bursts are known in advance: longer than any simulation. */
const WEEKS = 520;
/** Level (dBm) of the radars at the site: most radios there detect them, and some do not. */
const LEVEL_DBM = -57;
/** Channels of a radar near an airport, and of a weather radar. */
const RANGES = [
  { id: 'airport', fromChannel: 52, toChannel: 64 },
  { id: 'weather', fromChannel: 100, toChannel: 112 },
] as const;

/** Creates the radars near a site, with one burst in each week from the week of `from` (ms since 1970). */
export function createRadarSources(seed: number, from: number): RadarSource[] {
  const firstWeek = Math.floor(from / WEEK_MS);
  const bursts = Array.from({ length: WEEKS }, (_, index) => {
    const week = firstWeek + index;
    const entropy = new SeededEntropy(Math.imul(seed, 0x9e3779b1) ^ week);
    const at = Math.floor((week + drawRandomFloat(entropy)) * WEEK_MS);
    return { at, range: drawRandomInt(entropy, 0, RANGES.length - 1) };
  });
  return RANGES.map((range, number) => ({
    ...range,
    levelDbm: LEVEL_DBM,
    moments: bursts.filter((burst) => burst.range === number).map(({ at }) => at),
  }));
}
