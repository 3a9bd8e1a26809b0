import type { MetricUnit, SeriesAnswer } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import {
  type ChartData,
  toChartData,
  isEmpty,
  findLatestAt,
  computeStatistics,
  listTimes,
} from './chart-data.ts';
import { formatChartCsv, formatCsvName } from './csv.ts';
import { chooseLineStyle } from './line-style.ts';
import { summarizeChart } from './summary.ts';
import { computeAxisRange, formatValue } from './units.ts';

const FROM = '2026-11-22T10:00:00.000Z';
const answer: SeriesAnswer = {
  from: FROM,
  to: '2026-11-22T10:25:00.000Z',
  stepSeconds: 300,
  series: [
    { metric: 'cpu', deviceId: 'a', values: [10, null, 30, 20, null], peaks: [15, null, 90, 25, null] },
    { metric: 'cpu', deviceId: 'b', values: [null, null, null, null, null] },
  ],
};
const lines = [
  { metric: 'cpu', deviceId: 'a', label: '=Lobby' },
  { metric: 'cpu', deviceId: 'b', label: 'Roof, "east"' },
  { metric: 'cpu', deviceId: 'gone', label: 'Gone' },
];
const data: ChartData = toChartData(answer, lines);
const only = (index: number): ChartData => ({ ...data, series: data.series.slice(index, index + 1) });

describe('chart data', () => {
  it('has the requested series in their order, without series that the answer lacks', () =>
    expect(data.series.map(({ label }) => label)).toEqual(['=Lobby', 'Roof, "east"']));

  it('contains the start of each step and of the latest value, and is empty without values', () => {
    expect(listTimes(data)).toHaveLength(5);
    expect(findLatestAt(data)).toBe(data.from + 900);
    expect(isEmpty(data)).toBe(false);
    expect(isEmpty(only(1))).toBe(true);
    expect(findLatestAt(only(1))).toBeUndefined();
  });

  it('counts gaps between values only, and takes the maximum from the peaks', () => {
    expect(computeStatistics({ id: '', label: '', values: [null, 1, null, null, 3, null, 2, null] })).toEqual(
      {
        last: 2,
        min: 1,
        mean: 2,
        max: 3,
        gaps: 2,
      },
    );
    expect(computeStatistics(only(0).series[0] ?? { id: '', label: '', values: [] }).max).toBe(90);
  });
});

describe('a line of several metrics', () => {
  it('has the sum of their values, and gaps where no metric has a value', () => {
    const series = [
      { metric: 'a', values: [1, null, 3, null] },
      { metric: 'b', values: [10, 20, null, null] },
    ];
    const sum = toChartData({ ...answer, series }, [{ metric: ['a', 'b', 'gone'], label: 'Other' }]);
    expect(sum.series.map(({ label, values }) => [label, values])).toEqual([['Other', [11, 20, 3, null]]]);
  });
});

describe('a chart', () => {
  it('has a text summary with the period, and with figures and gaps of each line', () => {
    expect(summarizeChart('CPU', data, 'percent', 'Asia/Shanghai')).toBe(
      'CPU, from 2026-11-22 18:00:00 to 2026-11-22 18:25:00, a value every 5m. ' +
        '=Lobby: min 10%, average 20%, max 90%, last 20%, 1 gap. ' +
        'Roof, "east": no data.',
    );
  });

  it('exports times of the project, escaped labels, and gaps as empty cells', () => {
    expect(formatChartCsv(data, 'percent', 'Asia/Shanghai').split('\r\n').slice(0, 3)).toEqual([
      `\uFEFFTime (Asia/Shanghai),'=Lobby (%),"'=Lobby, max (%)","Roof, ""east"" (%)"`,
      '2026-11-22 18:00:00,10,15,',
      '2026-11-22 18:05:00,,,',
    ]);
    expect(formatCsvName('AP/1 CPU', data, 'Asia/Shanghai')).toBe(
      'ap-1-cpu-2026-11-22-18-00-2026-11-22-18-25.csv',
    );
  });

  it.each<[MetricUnit, number, string]>([
    ['percent', 12.34, '12.3%'],
    ['count', 1234.5, '1,235'],
    ['bitsPerSecond', 850, '850 bit/s'],
    ['bitsPerSecond', 1_250_000, '1.3 Mbit/s'],
    ['bitsPerSecond', 2_000_000_000, '2.0 Gbit/s'],
    ['seconds', 90_061, '1d 1h'],
    ['watts', 7.25, '7.3 W'],
    ['dBm', -61, '−61 dBm'],
    ['MHz', 80, '80 MHz'],
    ['Mbps', 0, 'Down'],
    ['Mbps', 2500, '2.5 Gbit/s'],
    ['channel', 36, '36'],
  ])('formats a value in %s: %s as %s', (unit, value, text) => expect(formatValue(unit, value)).toBe(text));

  it('adds a margin to the axis, and starts at zero for units with a zero minimum', () => {
    expect(computeAxisRange('percent', 3, 7)).toEqual([0, 100]);
    expect(computeAxisRange('bitsPerSecond', null, null)).toEqual([0, 1000]);
    expect(computeAxisRange('dBm', -70, -50)).toEqual([-90, -30]);
    expect(computeAxisRange('dBm', -97, -20)).toEqual([-97, -20]);
  });

  it('gives 24 lines different styles', () => {
    const styles = Array.from({ length: 24 }, (_, index) => chooseLineStyle(index));
    expect(new Set(styles.map(({ colour, dash }) => `${colour} ${dash.join()}`)).size).toBe(24);
    expect(new Set(styles.map(({ letter }) => letter)).size).toBe(24);
  });
});
