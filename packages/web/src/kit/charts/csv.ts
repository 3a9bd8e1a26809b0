import { CSV_MARK, formatCsvRow, type MetricUnit } from '@northlight/contract';
import { formatTime } from '../format/index.ts';
import { type ChartData, listTimes } from './chart-data.ts';
import { formatColumnHeader } from './units.ts';

/**
 * Returns the CSV of a chart for spreadsheets, with one row per step, oldest first, and times in the given
 * zone.
 */
export function formatChartCsv(data: ChartData, unit: MetricUnit, timeZone: string): string {
  const head = [
    `Time (${timeZone})`,
    ...data.series.flatMap(({ label, peaks }) => [
      formatColumnHeader(label, unit),
      ...(peaks ? [formatColumnHeader(`${label}, max`, unit)] : []),
    ]),
  ];
  const rows = listTimes(data).map((at, index) => [
    formatTime(new Date(at * 1000).toISOString(), timeZone),
    ...data.series.flatMap(({ peaks, values }) => [values[index], ...(peaks ? [peaks[index]] : [])]),
  ]);
  return CSV_MARK + [head, ...rows].map(formatCsvRow).join('');
}

/** Returns the file name from title, start and end, in characters that every file system accepts. */
export function formatCsvName(title: string, { from, to }: ChartData, timeZone: string): string {
  const stamp = (at: number): string =>
    formatTime(new Date(at * 1000).toISOString(), timeZone)
      .slice(0, 16)
      .replaceAll(/[: ]/g, '-');
  const slug = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return `${slug.replaceAll(/^-|-$/g, '')}-${stamp(from)}-${stamp(to)}.csv`;
}

export function saveChart(title: string, data: ChartData, unit: MetricUnit, timeZone: string): void {
  const text = formatChartCsv(data, unit, timeZone);
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = formatCsvName(title, data, timeZone);
  link.click();
  // The browser has read the data within 10 s.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
