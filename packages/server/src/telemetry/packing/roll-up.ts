import type { Block } from '@northlight/telemetry-codec';
import { foldCounter, foldGauge, type TimeGrid } from '../fold.ts';
import { type Group, isCounter, isFlow } from '../groups.ts';

const HOUR = 3600;
/**
 * Suffixes of the columns stored next to an hour's mean. A gauge has its maximum, minimum and last value, a
 * counter its highest rate. A flow has the seconds that its mean covers, from which totals are computed.
 */
export const AGGREGATES = { max: '^max', min: '^min', last: '^last', covered: '^covered' } as const;

/** Returns the hourly figures: the rate per second of a counter; mean, extremes and last value of a gauge. */
export function rollUpHours(group: Group, block: Block, from: number, to: number): Block {
  const grid: TimeGrid = { from, step: HOUR, count: Math.round((to - from) / HOUR) };
  const columns = new Map<string, Float64Array>();
  for (const [column, values] of block.columns) {
    const counts = isCounter(group, column);
    const { covered, peaks, values: means } = (counts ? foldCounter : foldGauge)(block.times, values, grid);
    columns.set(column, means).set(column + AGGREGATES.max, peaks);
    if (isFlow(group, column)) columns.set(column + AGGREGATES.covered, convertZeroToGap(covered));
    if (counts || isFlow(group, column)) continue;
    const { lowest, last } = foldLowestAndLast(block.times, values, grid);
    columns.set(column + AGGREGATES.min, lowest).set(column + AGGREGATES.last, last);
  }
  return omitEmptyRows(grid, columns);
}

const convertZeroToGap = (seconds: Float64Array): Float64Array => seconds.map((each) => each || Number.NaN);

function foldLowestAndLast(times: Float64Array, values: Float64Array, { count, from, step }: TimeGrid) {
  const lowest = new Float64Array(count).fill(Number.NaN);
  const last = new Float64Array(count).fill(Number.NaN);
  for (let row = 0; row < times.length; row++) {
    const value = values[row] ?? Number.NaN;
    const index = Math.floor(((times[row] ?? 0) - from) / step);
    if (Number.isNaN(value) || index < 0 || index >= count) continue;
    last[index] = value;
    const low = lowest[index] ?? Number.NaN;
    if (!(low <= value)) lowest[index] = value;
  }
  return { lowest, last };
}

function omitEmptyRows({ count, from, step }: TimeGrid, columns: ReadonlyMap<string, Float64Array>): Block {
  const kept: number[] = [];
  for (let index = 0; index < count; index++)
    for (const values of columns.values())
      if (!Number.isNaN(values[index] ?? Number.NaN)) {
        kept.push(index);
        break;
      }
  return {
    times: Float64Array.from(kept, (index) => from + index * step),
    columns: new Map(
      [...columns].map(([column, values]) => [
        column,
        Float64Array.from(kept, (index) => values[index] ?? Number.NaN),
      ]),
    ),
  };
}
