import { expect, test } from 'vitest';
import { createRandom, createRandomSite, CHANNEL_SETS } from '../testing/index.ts';
import { Assignment } from './assignment.ts';
import { listBudgetSteps } from './budget.ts';
import { type CompiledProblem, compileProblem } from './problem.ts';
import { solve } from './solve.ts';

test.each(CHANNEL_SETS)('each change more is not worse, up to the proposed plan: %s', (channels) => {
  const problem = compileProblem(createRandomSite(createRandom(4), { radios: 25, channels }));
  const proposed = solve(problem, { measure: 'airtime', seed: 1, tries: 50_000 });
  const steps = listBudgetSteps(problem, proposed, { seed: 1, tries: 5000 });
  for (const [changes, { plan, value, ...step }] of steps.entries()) {
    expect(step.changes).toBeLessThanOrEqual(changes);
    expect(plan.filter((option, radio) => option !== problem.present[radio])).toHaveLength(step.changes);
    expect(value).toBeCloseTo(new Assignment(problem, 'airtime', plan).getValue(), 9);
    expect(value).toBeLessThanOrEqual((steps[changes - 1]?.value ?? Number.POSITIVE_INFINITY) + 1e-9);
  }
  expect(steps[0]?.plan).toEqual(problem.present);
  expect(steps.at(-1)?.value).toBeLessThanOrEqual(proposed.value + 1e-9);
});

test('has one step for a plan that changes nothing', () => {
  const problem = compileProblem(createRandomSite(createRandom(4), { radios: 6, channels: '5/20+dfs' }));
  const present = { plan: problem.present, value: new Assignment(problem, 'airtime').getValue() };
  expect(listBudgetSteps(problem, present, { seed: 1, tries: 10 })).toEqual([{ ...present, changes: 0 }]);
});

/** Returns the least value for each number of changes, by trying every plan. */
function findLeastValues(problem: CompiledProblem): number[] {
  const { optionStart, present, size } = problem;
  const assignment = new Assignment(problem, 'airtime');
  const least = Array.from({ length: size + 1 }, () => Number.POSITIVE_INFINITY);
  const visit = (radio: number, changes: number): void => {
    if (radio === size) {
      least[changes] = Math.min(least[changes]!, assignment.getValue());
      return;
    }
    for (let option = 0; option < optionStart[radio + 1]! - optionStart[radio]!; option += 1) {
      assignment.set(radio, option);
      visit(radio + 1, changes + Number(option !== present[radio]));
    }
  };
  visit(0, 0);
  return least.map((_, changes) => Math.min(...least.slice(0, changes + 1)));
}

test('the plans for few changes are near the best ones of small sites, and most are the best ones', () => {
  const distances: number[] = [];
  for (let seed = 0; seed < 12; seed += 1) {
    const problem = compileProblem(createRandomSite(createRandom(seed), { radios: 8, channels: '2.4/3' }));
    const proposed = solve(problem, { measure: 'airtime', seed: 1, tries: 8000 });
    const least = findLeastValues(problem);
    const improvement = least[0]! - least.at(-1)!;
    for (const [changes, { value }] of listBudgetSteps(problem, proposed, { seed: 1, tries: 8000 }).entries())
      if (changes > 0) distances.push((value - least[changes]!) / improvement);
  }
  expect(Math.min(...distances)).toBeGreaterThan(-1e-9);
  expect(Math.max(...distances)).toBeLessThan(0.3);
  expect(distances.filter((distance) => distance < 0.05).length).toBeGreaterThan(0.85 * distances.length);
  expect(distances.filter((distance) => distance < 1e-9).length).toBeGreaterThan(0.7 * distances.length);
});
