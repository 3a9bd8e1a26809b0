import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom, createRandomSite, CHANNEL_SETS } from '../testing/index.ts';
import { Assignment } from './assignment.ts';
import { type CompiledProblem, compileProblem, type Measure, pin } from './problem.ts';
import { solve } from './solve.ts';

const createSite = (seed: number, radios: number, channels: (typeof CHANNEL_SETS)[number]) =>
  compileProblem(createRandomSite(createRandom(seed), { radios, channels }));

/** Tries every plan. */
function findLeast(problem: CompiledProblem, measure: Measure): number {
  const assignment = new Assignment(problem, measure);
  const visit = (radio: number): number => {
    if (radio === problem.size) return assignment.getValue();
    const count = problem.optionStart[radio + 1]! - problem.optionStart[radio]!;
    let least = Number.POSITIVE_INFINITY;
    for (let option = 0; option < count; option += 1) {
      assignment.set(radio, option);
      least = Math.min(least, visit(radio + 1));
    }
    return least;
  };
  return visit(0);
}

test.each(['airtime', 'interference'] as const)('finds the best plan of small sites: %s', (measure) => {
  for (let seed = 0; seed < 6; seed += 1) {
    const problem = createSite(seed, 8, '2.4/3');
    expect(solve(problem, { measure, seed: 1, tries: 1 }).value).toBeCloseTo(findLeast(problem, measure), 9);
  }
});

test.each(['airtime', 'interference'] as const)(
  'comes within 1 % of the best plan of larger ones: %s',
  (measure) => {
    for (let seed = 0; seed < 3; seed += 1) {
      const problem = createSite(seed, 10, '2.4/3');
      const { value } = solve(problem, { measure, seed: 1, tries: 100_000 });
      expect(value).toBeLessThan(1.01 * findLeast(problem, measure));
    }
  },
);

test('is never worse than the present plan, keeps pinned radios, and repeats itself', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...CHANNEL_SETS),
      fc.nat(),
      fc.uniqueArray(fc.nat(19)),
      fc.nat(500),
      (channels, seed, pinned, tries) => {
        const site = createSite(seed, 20, channels);
        const problem = pin(site, pinned);
        const options = { measure: 'airtime', seed, tries } as const;
        const { plan, value } = solve(problem, options);
        expect(value).toBeLessThanOrEqual(new Assignment(problem, 'airtime').getValue() + 1e-9);
        expect(value).toBeCloseTo(new Assignment(problem, 'airtime', plan).getValue(), 9);
        for (const radio of pinned) expect(plan[radio]).toBe(site.present[radio]);
        expect(solve(problem, options).plan).toEqual(plan);
      },
    ),
    { numRuns: 30 },
  ));

test('ends early with a plan when it is asked to', () => {
  const problem = createSite(1, 40, '2.4/3');
  const asked: number[] = [];
  const check = (progress: number): boolean => asked.push(progress) > 2;
  const { value } = solve(problem, { measure: 'airtime', seed: 1, tries: 1e9, check });
  expect(asked).toHaveLength(3);
  expect(value).toBeLessThan(new Assignment(problem, 'airtime').getValue());
});

test('reports a progress that grows from 0 to 1', () => {
  const asked: number[] = [];
  const check = (progress: number): boolean => asked.push(progress) < 0;
  solve(createSite(2, 30, '5/40'), { measure: 'airtime', seed: 1, tries: 300_000, check });
  expect(asked[0]).toBe(0);
  expect(asked).toEqual(asked.toSorted((one, other) => one - other));
  expect(asked.at(-1)).toBeGreaterThan(0.95);
  expect(asked.at(-1)).toBeLessThanOrEqual(1);
});

test('plans a site without radios, and one with radios that can change nothing', () => {
  const none = compileProblem({ radios: [], contentions: [] });
  expect(solve(none, { measure: 'airtime', seed: 1, tries: 100 })).toEqual({
    plan: new Int32Array(),
    value: 0,
  });
  const site = createSite(3, 5, '5/20');
  const pinned = pin(site, [0, 1, 2, 3, 4]);
  expect(solve(pinned, { measure: 'airtime', seed: 1, tries: 100 }).plan).toEqual(site.present);
});
