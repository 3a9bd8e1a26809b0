import type uPlot from 'uplot';
import { type ChartData, listTimes } from '../chart-data.ts';

/** Maximum number of lines with a filled range; more ranges would hide each other. */
const MAX_RANGES = 3;

/** Returns true if the range of the values is filled behind each line. */
export const fillsRange = ({ series }: Pick<ChartData, 'series'>): boolean => series.length <= MAX_RANGES;

/** Returns true if the columns contain the peaks of each line. */
export const hasPeaks = (data: ChartData): boolean =>
  fillsRange(data) && data.series.every(({ peaks }) => peaks !== undefined);

/**
 * Returns the columns for uPlot: the times, and the values of each series. Peaks precede the values of their
 * series.
 */
export function toColumns(data: ChartData): uPlot.AlignedData {
  const withPeaks = hasPeaks(data);
  const lines = data.series.flatMap(({ peaks, values }) => (withPeaks && peaks ? [peaks, values] : [values]));
  return [listTimes(data), ...lines] as unknown as uPlot.AlignedData;
}

export const computeValueColumnIndex = (data: ChartData, index: number): number =>
  hasPeaks(data) ? 2 * index + 2 : index + 1;
