import { expect, test } from 'vitest';
import { CHANNEL_SETS, createRandom, createRandomSite } from '../../testing/index.ts';
import { compileProblem, type PlanProblem } from '../problem.ts';
import { solve } from '../solve.ts';
import { computeLowerBound } from './lower-bound.ts';
import { createPartition } from './partition.ts';
import { splitPartition } from './split-partition.ts';

/** Puts two sites that do not receive each other into one. */
function join(one: PlanProblem, other: PlanProblem): PlanProblem {
  const first = one.radios.length;
  return {
    radios: [...one.radios, ...other.radios],
    contentions: [
      ...one.contentions,
      ...other.contentions.map((pair) => ({ ...pair, a: pair.a + first, b: pair.b + first })),
    ],
  };
}

test('splits the bands of a site, whose bounds together are closer than that of the whole', () => {
  const [low, high] = CHANNEL_SETS;
  const random = createRandom(3);
  const site = join(
    createRandomSite(random, { radios: 24, channels: low }),
    createRandomSite(random, { radios: 24, channels: CHANNEL_SETS.at(-1) ?? high }),
  );
  const problem = compileProblem(site);
  const partition = createPartition(problem);
  if (!partition) throw new Error('The channels overlap in part.');
  const split = splitPartition(partition);
  expect(split.reduce((sum, { size }) => sum + size, 0)).toBe(48);
  expect(Math.max(...split.map(({ parts }) => parts))).toBeLessThan(partition.parts);
  const compute = (each: typeof partition): number =>
    computeLowerBound(each, { random: createRandom(1), getProgress: (sweeps) => sweeps / 300 });
  const together = split.reduce((sum, each) => sum + compute(each), 0);
  const { value } = solve(problem, { measure: 'interference', seed: 1, tries: 100_000 });
  expect(together).toBeLessThanOrEqual(value + 1e-9);
  expect(together).toBeGreaterThan(compute(partition));
});

test('keeps radios without neighbours as parts of their own', () => {
  const infinite = Number.POSITIVE_INFINITY;
  const partition = {
    size: 4,
    parts: 3,
    own: Float64Array.from([0, 1, infinite, 0, 1, infinite, infinite, infinite, 5, infinite, infinite, 6]),
    pairs: [
      { a: 0, b: 1, weight: 2 },
      { a: 1, b: 2, weight: 9 },
      { a: 2, b: 3, weight: 0 },
    ],
  };
  expect(splitPartition(partition)).toEqual([
    { size: 2, parts: 2, own: Float64Array.from([0, 1, 0, 1]), pairs: [{ a: 0, b: 1, weight: 2 }] },
    { size: 1, parts: 1, own: Float64Array.from([5]), pairs: [] },
    { size: 1, parts: 1, own: Float64Array.from([6]), pairs: [] },
  ]);
});
