import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom, createRandomPower } from '../../testing/index.ts';
import { createSpectrum } from '../spectrum.ts';
import type { PowerProblem, PowerRadio } from './power-problem.ts';
import { listSurplusRadios } from './surplus.ts';

const countReaching = (
  { places }: PowerProblem,
  isOn: (radio: number) => boolean,
  leastDbm: number,
): number[] =>
  places.map(
    ({ levels }) => levels.filter(({ levelDbm, radio }) => isOn(radio) && levelDbm >= leastDbm).length,
  );

test('two others cover each place of the listed radios when all of them are off', () => {
  let listed = 0;
  fc.assert(
    fc.property(
      fc.nat(),
      fc.integer({ min: 3, max: 20 }),
      fc.integer({ min: 1, max: 80 }),
      (seed, radios, cells) => {
        const problem = createRandomPower(createRandom(seed), { radios, channels: '2.4/3', cells });
        const surplus = listSurplusRadios(problem);
        listed += surplus.length;
        const off = new Set(surplus.map(({ radio }) => radio));
        expect(off.size).toBe(surplus.length);
        const covering = countReaching(problem, (radio) => !off.has(radio), -67);
        const [spareBefore, spareAfter] = [() => true, (radio: number) => !off.has(radio)].map((isOn) =>
          countReaching(problem, isOn, -75),
        );
        for (const [place, { levels }] of problem.places.entries()) {
          if (levels.some(({ levelDbm, radio }) => off.has(radio) && levelDbm >= -67))
            expect(covering[place]).toBeGreaterThanOrEqual(2);
          expect(spareAfter![place]).toBeGreaterThanOrEqual(Math.min(2, spareBefore![place]!));
        }
        for (const [index, each] of surplus.entries()) {
          expect(each.interferenceAfter).toBeLessThan(each.interferenceBefore);
          expect(each.interferenceBefore).toBeCloseTo(
            surplus[index - 1]?.interferenceAfter ?? each.interferenceBefore,
            9,
          );
          expect(each.secondDbm).toBeGreaterThanOrEqual(-67);
          expect(each.places).toBeGreaterThan(0);
        }
      },
    ),
    { numRuns: 60 },
  );
  expect(listed).toBeGreaterThan(10);
});

const radio: PowerRadio = {
  spectrum: createSpectrum('2.4G', 1),
  powerDbm: 20,
  steps: [8, 20],
  load: 0.1,
  foreignBusy: 0.1,
};
const losses = [
  { a: 0, b: 1, lossDb: 70 },
  { a: 0, b: 2, lossDb: 75 },
  { a: 1, b: 2, lossDb: 80 },
];
const place = (...levels: number[]) => ({
  levels: levels.map((levelDbm, index) => ({ radio: index, levelDbm })),
});
const dense: PowerProblem = {
  radios: [radio, radio, radio],
  losses,
  places: [place(-50, -60, -66), place(-60, -55, -64), place(-90, -50, -90), place(-90, -90, -50)],
};
const high = createSpectrum('5G', 36);

test('gives the figures of a radio that two others replace', () => {
  const [first, ...rest] = listSurplusRadios(dense);
  expect(rest).toEqual([]);
  // The second radio takes over its load of 0.08 without beacons.
  expect(first).toEqual({
    radio: 0,
    places: 2,
    secondDbm: -66,
    disturbed: 2,
    takers: [{ radio: 1, load: expect.closeTo(0.08, 9) }],
    interferenceBefore: expect.closeTo(0.03 + 0.01 * (2 + 1.976 + 1.936), 9),
    interferenceAfter: expect.closeTo(0.028 + 0.18 * 0.1 * 1.936, 9),
  });
});

test.each<[string, Partial<PowerProblem>]>([
  ['a place that only one other covers', { places: [...dense.places, place(-50, -60, -70)] }],
  ['a place with two radios of −75 dBm', { places: [...dense.places, place(-74, -70, -90)] }],
  ['a place without any other radio', { places: [...dense.places, place(-74, -90, -90)] }],
  ['no places', { places: [] }],
  ['others with too much traffic', { radios: [radio, { ...radio, load: 0.69 }, { ...radio, load: 0.69 }] }],
  ['no disturbance', { losses: [] }],
  ['a power that is kept', { radios: [{ ...radio, steps: [] }, radio, radio] }],
  ['radios of 5 GHz', { radios: dense.radios.map((each) => ({ ...each, spectrum: high })) }],
])('lists no radio with %s', (_, rest) =>
  expect(listSurplusRadios({ ...dense, ...rest }).filter((each) => each.radio === 0)).toEqual([]),
);
