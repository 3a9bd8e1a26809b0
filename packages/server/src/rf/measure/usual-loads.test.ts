import { expect, test } from 'vitest';
import { computeUsualLoad } from './usual-loads.ts';

const windows = (...loads: (number | undefined)[]) =>
  loads.map((load) => (load === undefined ? undefined : { load, others: 0.2 }));
const eight = (load: number) => Array.from({ length: 8 }, () => load);

test.each<[string, (number | undefined)[], number | undefined]>([
  ['the mean of windows with reports', [...eight(0.1), undefined, ...eight(0.3)], 0.2],
  ['nothing for less than 2 h', [undefined, ...eight(0.1).slice(1)], undefined],
  ['nothing without reports', [], undefined],
  ['at most the whole time', eight(1.4), 1],
])('the usual load is %s', (_name, loads, expected) => {
  const load = computeUsualLoad(windows(...loads));
  if (expected === undefined) expect(load).toBeUndefined();
  else expect(load).toBeCloseTo(expected, 9);
});
