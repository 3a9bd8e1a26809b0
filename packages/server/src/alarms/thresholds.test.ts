import { expect, test } from 'vitest';
import { judgeThreshold } from './thresholds.ts';

test.each([
  ['begins to count', { value: 90 }, 'begin'],
  ['is not there yet', { value: 89.9 }, 'stay'],
  ['lasts, not long enough', { value: 95, since: 41_000 }, 'stay'],
  ['has lasted', { value: 90, since: 40_000 }, 'raise'],
  ['fell before it was one', { value: 89, since: 50_000 }, 'forget'],
  ['is not told any more', { value: undefined, since: 50_000 }, 'forget'],
  ['falls, not far enough to end', { value: 86, open: true }, 'stay'],
  ['falls far enough', { value: 84.9, open: true }, 'resolve'],
  ['ends when nobody tells it', { value: undefined, open: true }, 'resolve'],
  ['is one at once without a duration', { value: 91, toleranceMs: 0 }, 'raise'],
] as const)('a figure %s', (_title, watched, verdict) => {
  const base = {
    threshold: 90,
    hysteresis: 5,
    toleranceMs: 60_000,
    since: undefined,
    open: false,
    now: 100_000,
  };
  expect(judgeThreshold({ ...base, ...watched })).toBe(verdict);
});
