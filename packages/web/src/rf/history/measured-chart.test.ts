import { expect, test } from 'vitest';
import { toMeasuredData } from './MeasuredChart.tsx';

test('has a point per window of 15 min, and gaps for those without a report', () => {
  const at = (minutes: number) =>
    new Date(Date.parse('2026-11-22T03:00:00Z') + minutes * 60_000).toISOString();
  const { from, series, step, to } = toMeasuredData([
    { at: at(0), loss: 0.2, expected: 0.3 },
    { at: at(30), loss: 0.25 },
  ]);
  expect([to - from, step]).toEqual([86_400, 900]);
  expect(series.map(({ values }) => values.slice(0, 4))).toEqual([
    [20, null, 25, null],
    [30, null, null, null],
  ]);
  expect(series.map(({ values }) => values.length)).toEqual([96, 96]);
});
