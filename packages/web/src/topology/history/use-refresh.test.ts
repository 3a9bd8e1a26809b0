import type { Job } from '@northlight/contract';
import { expect, test } from 'vitest';
import { combineJobs, divideIntoWaves } from './use-refresh.ts';

const createIds = (count: number): string[] => Array.from({ length: count }, (_, index) => `d${index}`);
const createJob = (state: Job['state'], ...states: Job['rows'][number]['state'][]) => ({
  state,
  rows: states.map((each) => ({ state: each })) as Job['rows'],
});

test.each([
  [0, []],
  [1, [1]],
  [1_000, [1_000]],
  [2_001, [1_000, 1_000, 1]],
])('asks %d devices with commands of at most 1,000', (count, sizes) => {
  const waves = divideIntoWaves(createIds(count));
  expect(waves.map(({ length }) => length)).toEqual(sizes);
  expect(waves.flat()).toEqual(createIds(count));
});

test('combines the jobs of several commands', () =>
  expect(combineJobs([createJob('done', 'done', 'failed'), createJob('running', 'done', 'sent')], 0)).toEqual(
    {
      isRunning: true,
      counts: { asked: 4, answered: 2, failed: 1 },
    },
  ));

test('counts the devices of a refused command as failed', () =>
  expect(combineJobs([createJob('done', 'done')], 500)).toEqual({
    isRunning: false,
    counts: { asked: 501, answered: 1, failed: 500 },
  }));
