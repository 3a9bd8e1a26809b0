import type { MetricUnit } from '@northlight/contract';
import { ABSENT, formatBitRate, formatDuration, formatMinus } from '../format/index.ts';

// Formatter that all charts share, because a chart and its table format thousands of values.
const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const TENTHS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const formatDecimals = (value: number): string =>
  formatMinus((Math.abs(value) >= 100 ? WHOLE : TENTHS).format(value));

const FORMATTERS: Readonly<Record<MetricUnit, (value: number) => string>> = {
  percent: (value) => `${formatDecimals(value)}%`,
  count: formatDecimals,
  seconds: formatDuration,
  bitsPerSecond: formatBitRate,
  watts: (value) => `${formatDecimals(value)} W`,
  dBm: (value) => `${formatDecimals(value)} dBm`,
  MHz: (value) => `${formatDecimals(value)} MHz`,
  Mbps: (value) =>
    value === 0
      ? 'Down'
      : value < 1000
        ? `${formatDecimals(value)} Mbit/s`
        : `${formatDecimals(value / 1000)} Gbit/s`,
  channel: formatDecimals,
};

export const formatValue = (unit: MetricUnit, value: number | null | undefined): string =>
  value === null || value === undefined ? ABSENT : FORMATTERS[unit](value);

/** Units for column headers, whose values have no unit. */
export const UNIT_LABELS: Readonly<Record<MetricUnit, string>> = {
  percent: '%',
  count: '',
  seconds: 's',
  bitsPerSecond: 'bit/s',
  watts: 'W',
  dBm: 'dBm',
  MHz: 'MHz',
  Mbps: 'Mbit/s',
  channel: '',
};

/** Formats a column header with its unit, such as `Download (bit/s)`. */
export const formatColumnHeader = (label: string, unit: MetricUnit): string =>
  UNIT_LABELS[unit] === '' ? label : `${label} (${UNIT_LABELS[unit]})`;

const HOUR = 3600;
const DAY = 86_400;
const WHOLE_NUMBERS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000];
const POWERS = Array.from({ length: 12 }, (_, power) => 10 ** power);

/** Distances of ticks on the value axis; uPlot chooses them for units that are not listed. */
export const INCREMENTS: Readonly<Partial<Record<MetricUnit, number[]>>> = {
  count: WHOLE_NUMBERS,
  channel: WHOLE_NUMBERS,
  percent: [1, 2, 5, 10, 25, 50],
  MHz: [20, 40, 80, 160],
  bitsPerSecond: POWERS.flatMap((power) => [power, 2 * power, 5 * power]),
  seconds: [
    60,
    300,
    900,
    ...[1, 3, 6, 12].map((hours) => hours * HOUR),
    ...[1, 2, 5, 10, 50, 100].map((days) => days * DAY),
  ],
};

/** Fixed ranges of the value axis; percentages are shown from 0 to 100. */
export const FIXED_RANGES: Readonly<Partial<Record<MetricUnit, [min: number, max: number]>>> = {
  percent: [0, 100],
};

/** Returns the range of the value axis. It starts at zero, except for units whose minimum is not zero. */
export function computeAxisRange(
  unit: MetricUnit,
  low: number | null,
  high: number | null,
): [min: number, max: number] {
  const fixed = FIXED_RANGES[unit];
  if (fixed) return fixed;
  // Signals share one scale, so that charts of several clients can be compared.
  if (unit === 'dBm') return [Math.min(-90, Math.floor(low ?? 0)), Math.max(-30, Math.ceil(high ?? -30))];
  if (unit === 'channel') {
    const [min, max] = [low ?? 0, high ?? 10];
    const room = Math.max(2, (max - min) * 0.1);
    return [Math.floor(min - room), Math.ceil(max + room)];
  }
  const minTop = MIN_TOP[unit] ?? 1;
  return [0, Math.max(minTop, (high ?? 0) * 1.1)];
}

const MIN_TOP: Readonly<Partial<Record<MetricUnit, number>>> = {
  count: 4,
  seconds: 600,
  bitsPerSecond: 1000,
  watts: 5,
  MHz: 40,
  Mbps: 10,
};
