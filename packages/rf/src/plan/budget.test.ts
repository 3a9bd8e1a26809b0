import { expect, test } from 'vitest';
import { createRandom, createRandomSite, CHANNEL_SETS } from '../testing/index.ts';
import { Assignment } from './assignment.ts';
import { listBudgetSteps } from './budget.ts';
import { compileProblem } from './problem.ts';
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
