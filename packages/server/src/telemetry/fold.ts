import { REPORT_MISSED_SECONDS } from '@northlight/contract';

/** Steps of equal length; times are seconds since 1970. */
export interface TimeGrid {
  readonly from: number;
  readonly step: number;
  readonly count: number;
}

export const createTimeGrid = ({ from, step, to }: { from: number; to: number; step: number }): TimeGrid => ({
  from,
  step,
  count: Math.round((to - from) / step),
});

/** One value per step; NaN where no report covers the step. */
export interface FoldedColumn {
  readonly values: Float64Array;
  readonly peaks: Float64Array;
  /** Number of seconds of each step that its value covers. */
  readonly covered: Float64Array;
}

const createEmptyColumn = (count: number): Float64Array => new Float64Array(count).fill(Number.NaN);
const computeStepIndex = ({ from, step }: TimeGrid, time: number): number => Math.floor((time - from) / step);

/**
 * Longest step (s) that is filled when a report is late, and maximum time (s) between the two reports. Such a
 * step contains one report at most, and a report may be up to 40 s late.
 */
const MAX_BRIDGED_STEP_SECONDS = 60;
const HELD_FOR_SECONDS = 100;
/** Time that one sample represents. */
const REPORT_INTERVAL_SECONDS = 60;

/** Returns the mean and maximum of the values in each step. */
export function foldGauge(times: Float64Array, values: Float64Array, grid: TimeGrid): FoldedColumn {
  const sums = new Float64Array(grid.count);
  const counts = new Uint32Array(grid.count);
  const peaks = createEmptyColumn(grid.count);
  for (let row = 0; row < times.length; row++) {
    const value = values[row] ?? Number.NaN;
    const index = computeStepIndex(grid, times[row] ?? 0);
    if (Number.isNaN(value) || index < 0 || index >= grid.count) continue;
    sums[index] = (sums[index] ?? 0) + value;
    counts[index] = (counts[index] ?? 0) + 1;
    const peak = peaks[index] ?? Number.NaN;
    if (!(peak >= value)) peaks[index] = value;
  }
  const means = createEmptyColumn(grid.count);
  for (let index = 0; index < grid.count; index++)
    if (counts[index]) means[index] = (sums[index] ?? 0) / (counts[index] ?? 1);
  if (grid.step <= MAX_BRIDGED_STEP_SECONDS) bridgeLateReports(means, times, values, grid);
  const covered = Float64Array.from(counts, (count) => Math.min(grid.step, count * REPORT_INTERVAL_SECONDS));
  return { values: means, peaks, covered };
}

/**
 * Fills the steps between two reports with the value of the earlier report, if at most `HELD_FOR_SECONDS`
 * passed.
 */
function bridgeLateReports(
  means: Float64Array,
  times: Float64Array,
  values: Float64Array,
  grid: TimeGrid,
): void {
  for (let row = 0; row < times.length; row++) {
    const value = values[row] ?? Number.NaN;
    const time = times[row] ?? 0;
    const next = times[row + 1];
    if (Number.isNaN(value) || next === undefined || next - time > HELD_FOR_SECONDS) continue;
    const last = Math.min(computeStepIndex(grid, next), grid.count);
    for (let index = Math.max(0, computeStepIndex(grid, time) + 1); index < last; index++)
      if (Number.isNaN(means[index] ?? Number.NaN)) means[index] = value;
  }
}

/**
 * Returns the mean rate per second of a counter in each step, weighted by the time its increments cover, and the highest rate between
 * two reports. A missed report, a counter that was reset and a rate above `ceiling` (more than the port can carry) leave
 * a gap.
 */
export function foldCounter(
  times: Float64Array,
  values: Float64Array,
  grid: TimeGrid,
  ceiling = Number.POSITIVE_INFINITY,
): FoldedColumn {
  const sums = new Float64Array(grid.count);
  const covered = new Float64Array(grid.count);
  const peaks = createEmptyColumn(grid.count);
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
        const index = computeStepIndex(grid, at);
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
  const means = createEmptyColumn(grid.count);
  for (let index = 0; index < grid.count; index++)
    if (covered[index]) means[index] = (sums[index] ?? 0) / (covered[index] ?? 1);
  return { values: means, peaks, covered };
}

/** Sums the known values of each step; a step without values stays a gap. */
export function sumColumns(parts: readonly Float64Array[], count: number): Float64Array {
  const sums = createEmptyColumn(count);
  for (const part of parts)
    for (let index = 0; index < count; index++) {
      const value = part[index] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      const sum = sums[index] ?? Number.NaN;
      sums[index] = Number.isNaN(sum) ? value : sum + value;
    }
  return sums;
}
