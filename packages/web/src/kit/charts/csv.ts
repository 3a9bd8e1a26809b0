import { CSV_MARK, csvRow, type MetricUnit } from '@northlight/contract';
import { formatTime } from '../format/index.ts';
import { type ChartData, timesOf } from './chart-data.ts';
import { headOf } from './units.ts';

/** What a chart shows as a table that a spreadsheet opens: a row a step, oldest first, times of the zone. */
export function chartCsv(data: ChartData, unit: MetricUnit, timeZone: string): string {
  const head = [
    `Time (${timeZone})`,
    ...data.series.flatMap(({ label, peaks }) => [
      headOf(label, unit),
      ...(peaks ? [headOf(`${label}, highest`, unit)] : []),
    ]),
  ];
  const rows = timesOf(data).map((at, index) => [
    formatTime(new Date(at * 1000).toISOString(), timeZone),
    ...data.series.flatMap(({ peaks, values }) => [values[index], ...(peaks ? [peaks[index]] : [])]),
  ]);
  return CSV_MARK + [head, ...rows].map(csvRow).join('');
}

/** Name of a file: what stands in it and when it begins and ends, in letters that every system takes. */
export function csvName(title: string, { from, to }: ChartData, timeZone: string): string {
  const stamp = (at: number): string =>
    formatTime(new Date(at * 1000).toISOString(), timeZone)
      .slice(0, 16)
      .replaceAll(/[: ]/g, '-');
  const words = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return `${words.replaceAll(/^-|-$/g, '')}-${stamp(from)}-${stamp(to)}.csv`;
}

/** Hands what is shown to the browser as a file. */
export function saveChart(title: string, data: ChartData, unit: MetricUnit, timeZone: string): void {
  const text = chartCsv(data, unit, timeZone);
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = csvName(title, data, timeZone);
  link.click();
  // The download has taken its own hold of the data.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
