import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumColumns, foldCounter, foldGauge } from './fold.ts';
import { rollUpHours } from './packing/roll-up.ts';

const NaN_ = Number.NaN;
const numbers = (...values: number[]): Float64Array => Float64Array.from(values);
const minutes = (count: number, from = 0) => ({ from, step: 60, count });

describe('gauges', () => {
  test.each([
    ['mean and maximum of a step', [0, 30, 60], [2, 4, 10], minutes(2), [3, 10], [4, 10]],
    ['no report is a gap', [0, 240], [2, 4], minutes(5), [2, NaN_, NaN_, NaN_, 4], [2, NaN_, NaN_, NaN_, 4]],
    ['a missing value is a gap', [0, 60], [2, NaN_], minutes(2), [2, NaN_], [2, NaN_]],
    ['values outside the grid are left out', [-10, 0, 200], [9, 1, 9], minutes(1), [1], [1]],
    [
      'a report that is 1 s late leaves no gap',
      [0, 59, 121],
      [1, 2, 3],
      minutes(3),
      [1.5, 2, 3],
      [2, NaN_, 3],
    ],
  ])('are folded to mean and maximum: %s', (_name, times, values, grid, means, peaks) => {
    const folded = foldGauge(numbers(...times), numbers(...values), grid);
    expect([...folded.values]).toEqual(means);
    expect([...folded.peaks]).toEqual(peaks);
  });
});

describe('counters', () => {
  test.each([
    ['a rate between two reports', [0, 60], [100, 700], minutes(2), [10, NaN_]],
    ['a rate over the steps it covers', [30, 90], [0, 600], minutes(3), [10, 10, NaN_]],
    ['a reset is a gap', [0, 60, 120], [500, 0, 60], minutes(2), [NaN_, 1]],
    ['a missed report is a gap', [0, 300, 360], [0, 600, 660], minutes(6), [NaN_, NaN_, NaN_, NaN_, NaN_, 1]],
    ['a rate above the ceiling is a gap', [0, 60, 120], [0, 1e15, 1e15 + 60], minutes(2), [NaN_, 1]],
    ['a missing value is bridged', [0, 60, 120], [0, NaN_, 120], minutes(2), [1, 1]],
    ['two values at one time give no rate', [0, 0, 60], [0, 60, 120], minutes(1), [1]],
  ])('are folded to rates: %s', (_name, times, values, grid, rates) => {
    expect([...foldCounter(numbers(...times), numbers(...values), grid, 1e9).values]).toEqual(rates);
  });

  test('have rates that add up to the counted bytes at every step length', () => {
    const increments = fc.array(fc.nat(1e9), { minLength: 2, maxLength: 200 });
    fc.assert(
      fc.property(increments, fc.constantFrom(60, 300, 900), fc.nat(59), (more, step, phase) => {
        const times = Float64Array.from(more, (_, index) => phase + index * 60);
        let sum = 0;
        const values = Float64Array.from(more, (value) => (sum += value));
        const count = Math.ceil((more.length * 60 + 60) / step);
        const { values: rates } = foldCounter(times, values, { from: 0, step, count });
        // Multiplies the rate of each step by the time that reports cover in it.
        let carried = 0;
        for (const [index, rate] of rates.entries()) {
          const start = Math.max(phase, index * step);
          const end = Math.min(phase + (more.length - 1) * 60, (index + 1) * step);
          if (!Number.isNaN(rate)) carried += rate * (end - start);
        }
        expect(carried).toBeCloseTo(sum - (more[0] ?? 0), -3);
      }),
    );
  });
});

test('a sum has a gap only where no part has a value', () => {
  expect([...sumColumns([numbers(1, NaN_, NaN_), numbers(2, 5, NaN_)], 3)]).toEqual([3, 5, NaN_]);
  expect([...sumColumns([], 2)]).toEqual([NaN_, NaN_]);
});

test('rolls a gauge up to mean, extremes and last value per hour, and a counter to its rates', () => {
  const times = numbers(0, 60, 120, 7200);
  const columns = new Map([['cpu', numbers(10, 30, 20, 7)]]);
  const sys = rollUpHours('sys', { times, columns }, 0, 3 * 3600);
  expect([...sys.times]).toEqual([0, 7200]);
  expect(Object.fromEntries([...sys.columns].map(([name, values]) => [name, [...values]]))).toEqual({
    cpu: [20, 7],
    'cpu^max': [30, 7],
    'cpu^min': [10, 7],
    'cpu^last': [20, 7],
  });
  const port = rollUpHours(
    'port',
    { times, columns: new Map([['wan1/rx', numbers(0, 60, 180, 200)]]) },
    0,
    3600,
  );
  expect(Object.fromEntries([...port.columns].map(([name, values]) => [name, [...values]]))).toEqual({
    'wan1/rx': [1.5],
    'wan1/rx^max': [2],
  });
});
