import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHANNEL_SETS, createRandom, createRandomSite } from '../../testing/index.ts';
import { Assignment } from '../assignment.ts';
import { compileProblem, type PlanProblem } from '../problem.ts';
import { solve } from '../solve.ts';
import { createSpectrum } from '../spectrum.ts';
import { dropIdleChanges } from './idle-changes.ts';

const ROUNDING = 1e-9;
const option = (channel: number, foreignBusy: number, cost = 0) => ({
  ...createSpectrum('2.4G', channel),
  foreignBusy,
  cost,
});

test('every remaining change pays, and the ones taken back cost at most the least gain each', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...CHANNEL_SETS),
      fc.nat(),
      fc.double({ min: 0, max: 0.05, noNaN: true }),
      fc.boolean(),
      (channels, seed, leastGain, isSolved) => {
        const random = createRandom(seed);
        const problem = compileProblem(createRandomSite(random, { radios: 15, channels }));
        const drawn = Int32Array.from(problem.present, (_, radio) =>
          Math.floor(random() * (problem.optionStart[radio + 1]! - problem.optionStart[radio]!)),
        );
        const plan = isSolved ? solve(problem, { measure: 'airtime', seed, tries: 3000 }).plan : drawn;
        const kept = dropIdleChanges(problem, plan, leastGain);
        const assignment = new Assignment(problem, 'airtime', kept.plan);
        const present = new Assignment(problem, 'airtime').getValue();
        let takenBack = 0;
        for (const [radio, chosen] of kept.plan.entries()) {
          const before = problem.present[radio]!;
          takenBack += Number(chosen !== plan[radio]);
          if (chosen === before) continue;
          expect(chosen).toBe(plan[radio]);
          expect(assignment.getChange(radio, before)).toBeGreaterThan(leastGain - ROUNDING);
        }
        expect(kept.value).toBeCloseTo(assignment.getValue(), 9);
        expect(kept.value).toBeLessThanOrEqual(present + ROUNDING);
        const most = new Assignment(problem, 'airtime', plan).getValue() + takenBack * leastGain;
        expect(kept.value).toBeLessThanOrEqual(Math.min(most, present) + ROUNDING);
      },
    ),
    { numRuns: 60 },
  ));

const radio = { present: 0, load: 0.5 };
const near = { a: 0, b: 1, atA: 1, atB: 1 };

test.each<[string, PlanProblem, number[], number[]]>([
  [
    'a change without any effect',
    { radios: [{ ...radio, options: [option(1, 0.2), option(6, 0.2)] }], contentions: [] },
    [1],
    [0],
  ],
  [
    'a change to a busier channel without relief elsewhere',
    { radios: [{ ...radio, options: [option(1, 0.2), option(6, 0.5)] }], contentions: [] },
    [1],
    [0],
  ],
  [
    'one of two changes that each avoid the same neighbour',
    {
      radios: [
        { ...radio, options: [option(1, 0), option(6, 0)] },
        { ...radio, options: [option(1, 0), option(11, 0.1)] },
      ],
      contentions: [near],
    },
    [1, 1],
    [1, 0],
  ],
])('takes back %s', (_, problem, plan, kept) =>
  expect([...dropIdleChanges(compileProblem(problem), Int32Array.from(plan)).plan]).toEqual(kept),
);

test('keeps a change to a busier channel that relieves a neighbour more', () => {
  const problem = compileProblem({
    radios: [
      { ...radio, load: 0.1, options: [option(1, 0), option(6, 0.2)] },
      { ...radio, load: 0.8, options: [option(1, 0)] },
    ],
    contentions: [{ a: 0, b: 1, atA: 0.1, atB: 1 }],
  });
  const plan = Int32Array.from([1, 0]);
  expect(new Assignment(problem, 'airtime', plan).getBusy(0)).toBeGreaterThan(
    new Assignment(problem, 'airtime').getBusy(0),
  );
  expect(dropIdleChanges(problem, plan).plan).toEqual(plan);
});
