import { expect, it } from 'vitest';
import { CHECK_MS, createIdleWatch } from './idle-watch.ts';

const MINUTE = 60_000;

it('the idle watch warns 1 min before the end of the idle time, and restarts at every activity', () => {
  let now = 0;
  const watch = createIdleWatch(30, () => now);
  const at = (ms: number) => {
    now = ms;
    return watch.check();
  };
  expect([at(0), at(29 * MINUTE - CHECK_MS), at(29 * MINUTE)]).toEqual([undefined, undefined, 60]);
  expect([at(30 * MINUTE - 1_500), at(30 * MINUTE), at(90 * MINUTE)]).toEqual([2, 0, 0]);
  watch.recordActivity();
  expect([at(91 * MINUTE), at(119 * MINUTE), at(120 * MINUTE)]).toEqual([undefined, 60, 0]);
});

it('the interval of the idle checks is 3 s', () => expect(CHECK_MS).toBe(3_000));
