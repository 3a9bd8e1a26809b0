import type uPlot from 'uplot';
import { type ChartData, timesOf } from './chart-data.ts';

/** With more lines than these, bands of peaks would hide each other. */
const MOST_BANDS = 3;

export const hasBands = ({ series }: ChartData): boolean =>
  series.length <= MOST_BANDS && series.every(({ peaks }) => peaks !== undefined);

/** Columns as the chart takes them: times, then each line, behind its peaks where bands are drawn. */
export function columnsOf(data: ChartData): uPlot.AlignedData {
  const bands = hasBands(data);
  const lines = data.series.flatMap(({ peaks, values }) => (bands && peaks ? [peaks, values] : [values]));
  return [timesOf(data), ...lines] as unknown as uPlot.AlignedData;
}

/** Place of a line's mean among the columns. */
export const columnAt = (data: ChartData, index: number): number =>
  hasBands(data) ? 2 * index + 2 : index + 1;
