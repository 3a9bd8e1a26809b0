import type uPlot from 'uplot';
import { type ChartData, listTimes } from './chart-data.ts';

/** Maximum number of series with bands of peaks; more bands would hide each other. */
const MAX_BANDS = 3;

export const hasBands = ({ series }: ChartData): boolean =>
  series.length <= MAX_BANDS && series.every(({ peaks }) => peaks !== undefined);

/**
 * Returns the columns for uPlot: the times, and the values of each series. Where bands are drawn, the peaks
 * precede the values.
 */
export function toColumns(data: ChartData): uPlot.AlignedData {
  const bands = hasBands(data);
  const lines = data.series.flatMap(({ peaks, values }) => (bands && peaks ? [peaks, values] : [values]));
  return [listTimes(data), ...lines] as unknown as uPlot.AlignedData;
}

export const computeValueColumnIndex = (data: ChartData, index: number): number =>
  hasBands(data) ? 2 * index + 2 : index + 1;
