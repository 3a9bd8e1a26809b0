import type { MetricUnit } from '@northlight/contract';
import { formatDuration, formatTime, plural } from '../format/index.ts';
import { type ChartData, type ChartSeries, statisticsOf } from './chart-data.ts';
import { isoOf } from './stretch.ts';
import { formatFigure } from './units.ts';

const MOST_LINES_TOLD = 12;

/** How somebody without a mouse moves in a chart that can be moved in. */
export const CURSOR_KEYS =
  'Arrow keys move the cursor; plus and minus zoom, Shift with an arrow key moves the stretch, Escape goes back.';

/** What a chart shows, in words: for who cannot see it. */
export function chartSummary(title: string, data: ChartData, unit: MetricUnit, timeZone: string): string {
  const head =
    `${title}, from ${formatTime(isoOf(data.from), timeZone)} to ${formatTime(isoOf(data.to), timeZone)}, ` +
    `a value every ${formatDuration(data.step)}.`;
  const lines = data.series.slice(0, MOST_LINES_TOLD).map((line) => lineSummary(line, unit));
  const rest = data.series.length - lines.length;
  return [head, ...lines, ...(rest > 0 ? [`And ${plural(rest, 'more line')}.`] : [])].join(' ');
}

function lineSummary(line: ChartSeries, unit: MetricUnit): string {
  const { gaps, last, max, mean, min } = statisticsOf(line);
  if (last === null) return `${line.label}: no figures.`;
  const figure = (value: number | null): string => formatFigure(unit, value);
  const holes = gaps === 0 ? 'no gaps' : plural(gaps, 'gap');
  return (
    `${line.label}: lowest ${figure(min)}, mean ${figure(mean)}, highest ${figure(max)}, ` +
    `last ${figure(last)}, ${holes}.`
  );
}
