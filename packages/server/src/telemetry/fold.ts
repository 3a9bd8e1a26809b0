import { REPORT_MISSED_SECONDS } from '@northlight/contract';

/** Steps of equal length, one after the other; seconds since 1970. */
export interface Grid {
  readonly from: number;
  readonly step: number;
  readonly count: number;
}

export const gridOf = ({ from, step, to }: { from: number; to: number; step: number }): Grid => ({
  from,
  step,
  count: Math.round((to - from) / step),
});

/** Per step; NaN where nothing was told. */
export interface Folded {
  readonly values: Float64Array;
  readonly peaks: Float64Array;
  /** Seconds of each step that its value is of. */
  readonly covered: Float64Array;
}

const empty = (count: number): Float64Array => new Float64Array(count).fill(Number.NaN);
const indexOf = ({ from, step }: Grid, time: number): number => Math.floor((time - from) / step);

/** Steps shorter than this hold one report each at most: one that came a moment late is no gap. */
const HELD_STEP_SECONDS = 60;
const HELD_FOR_SECONDS = 100;
/** What a figure of a moment stands for. */
const TOLD_EVERY_SECONDS = 60;

/** Mean and highest of the values in each step. */
export function foldGauge(times: Float64Array, values: Float64Array, grid: Grid): Folded {
  const sums = new Float64Array(grid.count);
  const counts = new Uint32Array(grid.count);
  const peaks = empty(grid.count);
  for (let row = 0; row < times.length; row++) {
    const value = values[row] ?? Number.NaN;
    const index = indexOf(grid, times[row] ?? 0);
    if (Number.isNaN(value) || index < 0 || index >= grid.count) continue;
    sums[index] = (sums[index] ?? 0) + value;
    counts[index] = (counts[index] ?? 0) + 1;
    const peak = peaks[index] ?? Number.NaN;
    if (!(peak >= value)) peaks[index] = value;
  }
  const means = empty(grid.count);
  for (let index = 0; index < grid.count; index++)
    if (counts[index]) means[index] = (sums[index] ?? 0) / (counts[index] ?? 1);
  if (grid.step <= HELD_STEP_SECONDS) holdOver(means, times, values, grid);
  const covered = Float64Array.from(counts, (count) => Math.min(grid.step, count * TOLD_EVERY_SECONDS));
  return { values: means, peaks, covered };
}

/** Fills a step that its report missed by a moment with the one before. */
function holdOver(means: Float64Array, times: Float64Array, values: Float64Array, grid: Grid): void {
  for (let row = 0; row < times.length; row++) {
    const value = values[row] ?? Number.NaN;
    const time = times[row] ?? 0;
    const next = times[row + 1];
    if (Number.isNaN(value) || next === undefined || next - time > HELD_FOR_SECONDS) continue;
    const last = Math.min(indexOf(grid, next), grid.count);
    for (let index = Math.max(0, indexOf(grid, time) + 1); index < last; index++)
      if (Number.isNaN(means[index] ?? Number.NaN)) means[index] = value;
  }
}

/**
 * Mean rate per second of a counter in each step, by the time that its increments cover, and the highest rate between two
 * reports. Where a report was missed, and where the counter went back, nothing is known: that is a gap. So is a rate above
 * `ceiling`, which no port can have carried.
 */
export function foldCounter(
  times: Float64Array,
  values: Float64Array,
  grid: Grid,
  ceiling = Number.POSITIVE_INFINITY,
): Folded {
  const sums = new Float64Array(grid.count);
  const covered = new Float64Array(grid.count);
  const peaks = empty(grid.count);
  const end = grid.from + grid.count * grid.step;
  let before = Number.NaN;
  let beforeTime = 0;
  for (let row = 0; row < times.length; row++) {
    const value = values[row] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const time = times[row] ?? 0;
    const seconds = time - beforeTime;
    const rate = (value - before) / seconds;
    if (seconds > 0 && seconds <= REPORT_MISSED_SECONDS && rate >= 0 && rate <= ceiling) {
      for (let at = Math.max(beforeTime, grid.from); at < Math.min(time, end);) {
        const index = indexOf(grid, at);
        const until = Math.min(time, grid.from + (index + 1) * grid.step);
        sums[index] = (sums[index] ?? 0) + rate * (until - at);
        covered[index] = (covered[index] ?? 0) + until - at;
        const peak = peaks[index] ?? Number.NaN;
        if (!(peak >= rate)) peaks[index] = rate;
        at = until;
      }
    }
    before = value;
    beforeTime = time;
  }
  const means = empty(grid.count);
  for (let index = 0; index < grid.count; index++)
    if (covered[index]) means[index] = (sums[index] ?? 0) / (covered[index] ?? 1);
  return { values: means, peaks, covered };
}

/** Adds up what is known in each step; a step of which nothing is known stays a gap. */
export function addUp(parts: readonly Float64Array[], count: number): Float64Array {
  const sums = empty(count);
  for (const part of parts)
    for (let index = 0; index < count; index++) {
      const value = part[index] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      const sum = sums[index] ?? Number.NaN;
      sums[index] = Number.isNaN(sum) ? value : sum + value;
    }
  return sums;
}
