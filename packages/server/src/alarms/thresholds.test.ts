import { expect, test } from 'vitest';
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
] as const)('%s', (_title, watched, action) => {
  const base = {
    threshold: 90,
    hysteresis: 5,
    toleranceMs: 60_000,
    since: undefined,
    open: false,
    now: 100_000,
  };
  expect(evaluateThreshold({ ...base, ...watched })).toBe(action);
});
