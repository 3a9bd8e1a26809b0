import { expect, test } from 'vitest';
import fc from 'fast-check';
import { evaluateThreshold } from './thresholds.ts';

test.each([
  ['starts a watch at the threshold', { value: 90 }, 'begin'],
  ['does nothing below the threshold', { value: 89.9 }, 'stay'],
  ['waits within the tolerance', { value: 95, since: 41_000 }, 'stay'],
  ['raises an alarm after the tolerance', { value: 90, since: 40_000 }, 'raise'],
  ['drops the watch when the figure falls', { value: 89, since: 50_000 }, 'forget'],
  ['drops the watch without a report', { value: undefined, since: 50_000 }, 'forget'],
  ['stays open within the hysteresis', { value: 86, open: true }, 'stay'],
  ['resolves the alarm below the hysteresis', { value: 84.9, open: true }, 'resolve'],
  ['resolves the alarm without a report', { value: undefined, open: true }, 'resolve'],
  ['raises an alarm at once without a tolerance', { value: 91, toleranceMs: 0 }, 'raise'],
] as const)('high threshold: %s', (_title, watched, action) => {
  const base = {
    threshold: 90,
    hysteresis: 5,
    isLow: false,
    toleranceMs: 60_000,
    since: undefined,
    open: false,
    now: 100_000,
  };
  expect(evaluateThreshold({ ...base, ...watched })).toBe(action);
});

test.each([
  ['starts a watch at the threshold', { value: -75 }, 'begin'],
  ['does nothing above the threshold', { value: -74.9 }, 'stay'],
  ['raises an alarm after the tolerance', { value: -80, since: 40_000 }, 'raise'],
  ['drops the watch when the figure rises', { value: -70, since: 50_000 }, 'forget'],
  ['drops the watch without a report', { value: undefined, since: 50_000 }, 'forget'],
  ['stays open within the hysteresis', { value: -70, open: true }, 'stay'],
  ['resolves the alarm above the hysteresis', { value: -69.9, open: true }, 'resolve'],
  ['resolves the alarm without a report', { value: undefined, open: true }, 'resolve'],
] as const)('low threshold: %s', (_title, watched, action) => {
  const base = { threshold: -75, hysteresis: 5, isLow: true, toleranceMs: 60_000 };
  const state = { since: undefined, open: false, now: 100_000 };
  expect(evaluateThreshold({ ...base, ...state, ...watched })).toBe(action);
});

test('gives the same result for a low threshold as for a high threshold with negated value and threshold', () => {
  const figure = fc.integer({ min: -120, max: 120 });
  const rest = fc.record({
    hysteresis: fc.integer({ min: 0, max: 10 }),
    toleranceMs: fc.integer({ min: 0, max: 100 }),
    since: fc.option(fc.integer({ min: 0, max: 1000 }), { nil: undefined }),
    open: fc.boolean(),
  });
  fc.assert(
    fc.property(figure, figure, rest, (value, threshold, others) => {
      const high = { ...others, now: 1000, isLow: false, value, threshold };
      const low = { ...high, isLow: true, value: -value, threshold: -threshold };
      expect(evaluateThreshold(low)).toBe(evaluateThreshold(high));
    }),
  );
});
