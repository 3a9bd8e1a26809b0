import type { SeriesAnswer } from '@northlight/contract';

export interface ChartSeries {
  readonly id: string;
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** Highest value of each step; present if a step can contain several reports. */
  readonly peaks?: readonly (number | null)[] | undefined;
}

/** Series of one chart window; times in seconds since 1970. */
export interface ChartData {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly series: readonly ChartSeries[];
}

/** Selects a series of an answer by its metric and gives it a label. */
export interface Line {
  /** Metric of the series. The values of several metrics are added. */
  readonly metric: string | readonly string[];
  readonly deviceId?: string | undefined;
  readonly label: string;
}

/** Returns the chart data of the given lines in their order. Omits lines without a series in the answer. */
export function toChartData(
  { from, series, stepSeconds, to }: SeriesAnswer,
  lines: readonly Line[],
): ChartData {
  return {
    from: Date.parse(from) / 1000,
    to: Date.parse(to) / 1000,
    step: stepSeconds,
    series: lines.flatMap(({ deviceId, label, metric }) => {
      const metrics = [metric].flat();
      const found = series.filter((each) => each.deviceId === deviceId && metrics.includes(each.metric));
      const [first, ...rest] = found;
      if (!first) return [];
      const { peaks, values } = rest.length === 0 ? first : { values: addValues(found), peaks: undefined };
      return [{ id: `${deviceId ?? ''}/${metrics.join()}`, label, values, peaks }];
    }),
  };
}

/** Adds the values of each step. A step has a sum if any series has a value. */
const addValues = (series: readonly Pick<ChartSeries, 'values'>[]): (number | null)[] =>
  (series[0]?.values ?? []).map((_, index) => {
    const known = series.flatMap(({ values }) => values[index] ?? []);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  });

export const isEmpty = ({ series }: ChartData): boolean =>
  series.every(({ values }) => values.every((value) => value === null));

/**
 * Returns true for more than 300 points, which are 4 px or less apart. A thin line is then clearer and faster
 * to draw.
 */
export const isDense = ({ from, step, to }: Pick<ChartData, 'from' | 'step' | 'to'>): boolean =>
  (to - from) / step > 300;

/** Lists the start of each step (seconds since 1970). */
export function listTimes({ from, step, to }: Pick<ChartData, 'from' | 'step' | 'to'>): number[] {
  const times: number[] = [];
  for (let at = from; at < to; at += step) times.push(at);
  return times;
}

/** Returns the start of the step with the latest value of any series; undefined without values. */
export function findLatestAt({ from, series, step }: ChartData): number | undefined {
  const last = Math.max(-1, ...series.map(({ values }) => values.findLastIndex((value) => value !== null)));
  return last < 0 ? undefined : from + last * step;
}

export interface Statistics {
  readonly last: number | null;
  readonly min: number | null;
  readonly mean: number | null;
  readonly max: number | null;
  /** Number of gaps between the first and the last value. */
  readonly gaps: number;
}

/**
 * Computes the last, minimum, mean and maximum value of a series and its number of gaps. The maximum includes
 * the peaks.
 */
export function computeStatistics({ peaks, values }: ChartSeries): Statistics {
  let [count, gaps, max, min, sum] = [0, 0, -Infinity, Infinity, 0];
  let last: number | null = null;
  let isGap = false;
  for (const [index, value] of values.entries()) {
    if (value === null) {
      isGap = count > 0;
      continue;
    }
    if (isGap) gaps += 1;
    isGap = false;
    count += 1;
    sum += value;
    last = value;
    min = Math.min(min, value);
    max = Math.max(max, peaks?.[index] ?? value);
  }
  if (count === 0) return { last: null, min: null, mean: null, max: null, gaps: 0 };
  return { last, min, mean: sum / count, max, gaps };
}
