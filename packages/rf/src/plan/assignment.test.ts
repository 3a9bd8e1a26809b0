import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom, createRandomSite, CHANNEL_SETS } from '../testing/index.ts';
import { Assignment } from './assignment.ts';
import { compileProblem, type Measure, type PlanProblem } from './problem.ts';
import { computeSpectralOverlap } from './spectrum.ts';

/** The value of a plan, computed from the definition. */
function computeValue(
  { contentions, radios }: PlanProblem,
  measure: Measure,
  plan: ArrayLike<number>,
): number {
  const options = radios.map((radio, index) => radio.options[plan[index] ?? 0]!);
  return radios.reduce((sum, radio, index) => {
    let busy = options[index]!.foreignBusy;
    for (const { a, atA, atB, b } of contentions) {
      if (a === index) busy += atA * radios[b]!.load * computeSpectralOverlap(options[a]!, options[b]!);
      if (b === index) busy += atB * radios[a]!.load * computeSpectralOverlap(options[a]!, options[b]!);
    }
    return (
      sum + (measure === 'airtime' ? radio.load * Math.log1p(busy) + options[index]!.cost : radio.load * busy)
    );
  }, 0);
}

test('predicts the change of each move and keeps the value of the definition', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...CHANNEL_SETS),
      fc.constantFrom<Measure>('airtime', 'interference'),
      fc.nat(),
      fc.array(fc.tuple(fc.nat(11), fc.nat(30)), { maxLength: 20 }),
      (channels, measure, seed, moves) => {
        const problem = createRandomSite(createRandom(seed), { radios: 12, channels });
        const assignment = new Assignment(compileProblem(problem), measure);
        for (const [radio, drawn] of moves) {
          const option = drawn % problem.radios[radio]!.options.length;
          const before = assignment.getValue();
          const change = assignment.getChange(radio, option);
          assignment.set(radio, option);
          expect(assignment.getValue() - before).toBeCloseTo(change, 9);
        }
        expect(assignment.getValue()).toBeCloseTo(computeValue(problem, measure, assignment.getPlan()), 9);
      },
    ),
  ));
