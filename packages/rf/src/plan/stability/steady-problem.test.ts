import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHANNEL_SETS, createRandom, createRandomSite } from '../../testing/index.ts';
import { Assignment } from '../assignment.ts';
import { compileProblem } from '../problem.ts';
import { solve } from '../solve.ts';
import { createSpectrum } from '../spectrum.ts';
import { dropIdleChanges } from './idle-changes.ts';
import { createSteadyProblem, isWorthwhile } from './steady-problem.ts';

test('each change of a scheduled plan improves the whole by its price', () =>
  fc.assert(
    fc.property(fc.constantFrom(...CHANNEL_SETS), fc.nat(), (channels, seed) => {
      const problem = compileProblem(createRandomSite(createRandom(seed), { radios: 12, channels }));
      const steady = createSteadyProblem(problem);
      const { plan } = dropIdleChanges(steady, solve(steady, { measure: 'airtime', seed, tries: 3000 }).plan);
      const [present, assignment] = [problem.present, plan].map(
        (each) => new Assignment(problem, 'airtime', each),
      );
      const price = 0.05 * (problem.load.reduce((sum, load) => sum + load, 0) / problem.size);
      const changed = [...plan.keys()].filter((radio) => plan[radio] !== problem.present[radio]);
      for (const radio of changed)
        expect(assignment!.getChange(radio, problem.present[radio]!)).toBeGreaterThan(price);
      expect(present!.getValue() - assignment!.getValue()).toBeGreaterThan(price * changed.length - 1e-9);
    }),
    { numRuns: 30 },
  ));

const low = (channel: number, foreignBusy: number) => ({
  ...createSpectrum('2.4G', channel),
  foreignBusy,
  cost: 0,
});

test.each([
  ['nothing', 0.5, 0.5, false],
  ['a large part', 0.5, 0.1, true],
  ['less than the least share', 0.5, 0.46, false],
  ['a large share of little', 0.02, 0, false],
  ['something in return for more', 0.1, 0.5, false],
])('a plan that saves %s is worthwhile: %s to %s', (_, before, after, isWorth) => {
  const problem = compileProblem({
    radios: [{ options: [low(1, before), low(6, after)], present: 0, load: 0.4 }],
    contentions: [],
  });
  expect(isWorthwhile(problem, Int32Array.from([1]), 0.1)).toBe(isWorth);
});

test.each([0.02, 0.06, 0.6])(
  'radios with a load of %d leave a channel that others use half of the time',
  (load) => {
    const problem = compileProblem({
      radios: [0, 1].map(() => ({ options: [low(1, 0.5), low(6, 0.1)], present: 0, load })),
      contentions: [],
    });
    const { plan } = solve(createSteadyProblem(problem), { measure: 'airtime', seed: 1, tries: 100 });
    expect([...plan]).toEqual([1, 1]);
    expect(isWorthwhile(problem, plan, 0.1)).toBe(true);
  },
);

test('a plan is not worthwhile if its changes bring too little on average', () => {
  const create = (...savings: number[]) =>
    isWorthwhile(
      compileProblem({
        radios: savings.map((saving) => ({
          options: [low(1, 0.2), low(6, 0.2 - saving)],
          present: 0,
          load: 0.5,
        })),
        contentions: [],
      }),
      Int32Array.from(savings, () => 1),
      0.1,
    );
  expect([create(0.19), create(0.19, 0.19), create(0.19, 0.05), create(0.1, 0.1)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
