import type { MetricUnit } from '@northlight/contract';
import { formatDuration, formatTime, formatPlural } from '../format/index.ts';
import { type ChartData, type ChartSeries, computeStatistics } from './chart-data.ts';
import { toIso } from './chart-window.ts';
import { formatValue } from './units.ts';

const MAX_LINES = 12;

/** Keyboard help of a chart, which screen readers read after the summary. */
export const CURSOR_KEYS =
  'Arrow keys move the cursor. Plus and minus zoom. Shift with an arrow key moves the period. Escape resets the zoom.';

/** Returns the text summary of a chart for screen readers. */
export function summarizeChart(title: string, data: ChartData, unit: MetricUnit, timeZone: string): string {
  const head =
    `${title}, from ${formatTime(toIso(data.from), timeZone)} to ${formatTime(toIso(data.to), timeZone)}, ` +
    `a value every ${formatDuration(data.step)}.`;
  const lines = data.series.slice(0, MAX_LINES).map((line) => summarizeLine(line, unit));
  const rest = data.series.length - lines.length;
  return [head, ...lines, ...(rest > 0 ? [`And ${formatPlural(rest, 'more line')}.`] : [])].join(' ');
}

function summarizeLine(line: ChartSeries, unit: MetricUnit): string {
  const { gaps, last, max, mean, min } = computeStatistics(line);
  if (last === null) return `${line.label}: no data.`;
  const valueText = (value: number | null): string => formatValue(unit, value);
  const gapText = gaps === 0 ? 'no gaps' : formatPlural(gaps, 'gap');
  return (
    `${line.label}: min ${valueText(min)}, average ${valueText(mean)}, max ${valueText(max)}, ` +
    `last ${valueText(last)}, ${gapText}.`
  );
}
