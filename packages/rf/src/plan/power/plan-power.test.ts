import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHANNEL_SETS, createRandom, createRandomPower } from '../../testing/index.ts';
import { createSpectrum } from '../spectrum.ts';
import { planPower } from './plan-power.ts';
import { PowerAirtime } from './power-airtime.ts';
import { PowerCoverage } from './power-coverage.ts';
import type { PowerProblem, PowerRadio } from './power-problem.ts';

const computeValue = (problem: PowerProblem, powersDbm: readonly number[]): number => {
  const airtime = new PowerAirtime(problem);
  for (const [radio, powerDbm] of powersDbm.entries()) airtime.set(radio, powerDbm);
  return airtime.getValue();
};

/** Numbers of radios of a band that reach each place with a level, from the definition. */
const countReaching = (
  { places, radios }: PowerProblem,
  powersDbm: readonly number[],
  isLow: boolean,
  leastDbm: number,
): number[] =>
  places.map(
    ({ levels }) =>
      levels.filter(({ levelDbm, radio }) => {
        const { powerDbm, spectrum } = radios[radio]!;
        return spectrum.lowMhz < 5000 === isLow && levelDbm >= leastDbm + powerDbm - powersDbm[radio]!;
      }).length,
  );

function isAllowed(problem: PowerProblem, powersDbm: readonly number[]): boolean {
  const present = problem.radios.map(({ powerDbm }) => powerDbm);
  return [true, false].every((isLow) => {
    const reached = countReaching(problem, present, isLow, -1000).filter((count) => count > 0).length;
    const [coveredNow, covered] = [present, powersDbm].map(
      (powers) => countReaching(problem, powers, isLow, -67).filter((count) => count > 0).length,
    );
    const [spareNow, spare] = [present, powersDbm].map((powers) =>
      countReaching(problem, powers, isLow, -75),
    );
    return (
      covered! >= Math.min(0.98 * reached, coveredNow!) &&
      spareNow!.every((count, place) => spare![place]! >= Math.min(2, count))
    );
  });
}

/** Returns the least value of all powers that the rules allow. */
function findLeast(problem: PowerProblem): number {
  const powers = problem.radios.map(({ powerDbm }) => powerDbm);
  const visit = (radio: number): number => {
    if (radio === powers.length)
      return isAllowed(problem, powers) ? computeValue(problem, powers) : Number.POSITIVE_INFINITY;
    const { powerDbm, steps } = problem.radios[radio]!;
    let least = Number.POSITIVE_INFINITY;
    for (const step of [powerDbm, ...steps]) {
      powers[radio] = step;
      least = Math.min(least, visit(radio + 1));
    }
    return least;
  };
  return visit(0);
}

test('reaches nine tenths of the possible improvement in small offices, and all of it in most', () => {
  const shares: number[] = [];
  for (const channels of ['2.4/3', '5/40', '5/80'] as const)
    for (let seed = 0; seed < 12; seed += 1) {
      const options = { radios: 4, channels, cells: 20, steps: [8, 12, 16, 20] };
      const problem = createRandomPower(createRandom(seed), options);
      const { airtimeAfter, airtimeBefore } = planPower(problem);
      const possible = airtimeBefore - findLeast(problem);
      // Smaller improvements than the least gain of a radio are not taken.
      if (possible > 0.01) shares.push((airtimeBefore - airtimeAfter) / possible);
    }
  expect(shares.length).toBeGreaterThan(20);
  expect(Math.min(...shares)).toBeGreaterThan(0.89);
  expect(shares.filter((share) => share > 0.99).length).toBeGreaterThan(0.8 * shares.length);
});

test('never breaks the rules of the coverage, lowers powers only, and repeats itself', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...CHANNEL_SETS),
      fc.nat(),
      fc.integer({ min: 1, max: 14 }),
      fc.integer({ min: 0, max: 60 }),
      fc.boolean(),
      (channels, seed, radios, cells, isWithoutMap) => {
        const random = createRandom(seed);
        const office = createRandomPower(random, { radios, channels, cells });
        const problem: PowerProblem = {
          ...office,
          radios: office.radios.map((radio) => ({ ...radio, steps: random() < 0.2 ? [] : radio.steps })),
          places: isWithoutMap
            ? office.places.map(({ levels }) => ({
                levels: levels.toSorted((one, other) => other.levelDbm - one.levelDbm).slice(0, 1),
              }))
            : office.places,
        };
        const plan = planPower(problem);
        expect(isAllowed(problem, plan.powersDbm)).toBe(true);
        for (const [radio, power] of plan.powersDbm.entries()) {
          const { powerDbm, steps } = problem.radios[radio]!;
          if (power === powerDbm) continue;
          expect(steps).toContain(power);
          expect(power).toBeLessThan(powerDbm);
          const raised = plan.powersDbm.with(radio, powerDbm);
          expect(computeValue(problem, raised) - plan.airtimeAfter).toBeGreaterThan(0.0009);
        }
        expect(plan.airtimeAfter).toBeCloseTo(computeValue(problem, plan.powersDbm), 9);
        expect(plan.airtimeAfter).toBeLessThanOrEqual(plan.airtimeBefore + 1e-9);
        const isLow = channels.startsWith('2.4');
        const present = problem.radios.map(({ powerDbm }) => powerDbm);
        const count = (powers: readonly number[], level: number, least: number): number =>
          countReaching(problem, powers, isLow, level).filter((each) => each >= least).length;
        expect(plan.coverage).toEqual(
          cells === 0
            ? []
            : [
                {
                  band: isLow ? '2.4G' : '5G',
                  places: cells,
                  coveredBefore: count(present, -67, 1),
                  coveredAfter: count(plan.powersDbm, -67, 1),
                  doubleBefore: count(present, -75, 2),
                  doubleAfter: count(plan.powersDbm, -75, 2),
                },
              ],
        );
        expect(planPower(problem)).toEqual(plan);
      },
    ),
    { numRuns: 40 },
  ));

const radio: PowerRadio = {
  spectrum: createSpectrum('5G', 36),
  powerDbm: 20,
  steps: [3, 8, 14, 17, 20, 23, 30],
  load: 0.5,
  foreignBusy: 0,
};
const at = (...levels: number[]) => ({
  levels: levels.map((levelDbm, index) => ({ radio: index, levelDbm })),
});
const near = [{ a: 0, b: 1, lossDb: 90 }];

test.each<[string, Partial<PowerProblem>, number[]]>([
  ['to the least power without places', {}, [8, 8]],
  ['not at all without a second radio', { losses: [] }, [20, 20]],
  [
    'not at all on another channel',
    { radios: [radio, { ...radio, spectrum: createSpectrum('5G', 44) }] },
    [20, 20],
  ],
  ['not at all without steps', { radios: [radio, { ...radio, steps: [] }] }, [8, 20]],
  ['to a place at −67 dBm', { places: [at(-63, -90), at(-90, -64)] }, [17, 17]],
  ['to a place at −67 dBm that the device can reach', { places: [at(-67, -90), at(-90, -65)] }, [20, 20]],
  ['to a place at −75 dBm with a second radio', { places: [at(-40, -71)] }, [8, 17]],
  ['to a weak place that would get a hole', { places: [at(-74, -100), at(-100, -74)] }, [20, 20]],
  ['independently of places that nothing covers', { places: [at(-80, -100), at(-100, -90)] }, [8, 8]],
  [
    'independently of impossible levels',
    {
      places: [
        at(Number.NaN, Number.POSITIVE_INFINITY),
        at(5, 1),
        { levels: [-1, 0.5, 7].map((each) => ({ radio: each, levelDbm: -67 })) },
      ],
    },
    [8, 8],
  ],
])('lowers %s', (_, rest, powersDbm) =>
  expect(planPower({ radios: [radio, radio], losses: near, places: [], ...rest }).powersDbm).toEqual(
    powersDbm,
  ),
);

test('a place in a hundred may lose −67 dBm, but not −75 dBm', () => {
  const places = [...Array.from({ length: 99 }, () => at(-40, -40)), at(-66, -100)];
  expect(planPower({ radios: [radio, radio], losses: near, places }).powersDbm).toEqual([14, 8]);
  const withWeak = [...places.slice(0, 99), at(-74, -100)];
  expect(planPower({ radios: [radio, radio], losses: near, places: withWeak }).powersDbm[0]).toBe(20);
});

test('a radio counts once per place, and each band has its own coverage', () => {
  const low: PowerRadio = { ...radio, spectrum: createSpectrum('2.4G', 1) };
  const places = [
    { levels: [-60, -60].map((levelDbm) => ({ radio: 0, levelDbm })) },
    { levels: [{ radio: 1, levelDbm: -50 }] },
  ];
  const coverage = new PowerCoverage({ radios: [radio, low], losses: [], places });
  expect(coverage.describe()).toEqual([
    { band: '2.4G', places: 1, coveredBefore: 1, coveredAfter: 1, doubleBefore: 0, doubleAfter: 0 },
    { band: '5G', places: 1, coveredBefore: 1, coveredAfter: 1, doubleBefore: 0, doubleAfter: 0 },
  ]);
  expect([coverage.canLower(0, 13), coverage.canLower(0, 12), coverage.canLower(1, 8)]).toEqual([
    true,
    false,
    true,
  ]);
});
