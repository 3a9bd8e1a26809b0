import { expect, test } from 'vitest';
import { CHANNEL_SETS, createRandom, createRandomSite } from '../../testing/index.ts';
import { compileProblem, pin } from '../problem.ts';
import { solve } from '../solve.ts';
import { createSpectrum } from '../spectrum.ts';
import { computeLowerBound } from './lower-bound.ts';
import { createPartition } from './partition.ts';

const createSite = (seed: number, radios: number, channels: (typeof CHANNEL_SETS)[number]) =>
  compileProblem(createRandomSite(createRandom(seed), { radios, channels }));

test.each(CHANNEL_SETS)(
  'no plan is below the bound, also with radios that keep their channel: %s',
  (channels) => {
    for (let seed = 0; seed < 4; seed += 1) {
      const site = createSite(seed, 16, channels);
      for (const problem of [site, pin(site, [1, 4, 9])]) {
        const partition = createPartition(problem);
        expect(partition).toBeDefined();
        if (!partition) continue;
        const { value } = solve(problem, { measure: 'interference', seed: 1, tries: 40_000 });
        for (const sweeps of [3, 150]) {
          const bound = computeLowerBound(partition, {
            random: createRandom(seed),
            getProgress: (done) => done / sweeps,
          });
          expect(bound).toBeLessThanOrEqual(value + 1e-9);
          expect(bound).toBeGreaterThan(0 - 1e-9);
        }
      }
    }
  },
);

test('has a small gap where many radios share three channels', () => {
  const problem = createSite(5, 40, '2.4/3');
  const partition = createPartition(problem);
  if (!partition) throw new Error('The three channels do not overlap.');
  const bound = computeLowerBound(partition, { random: createRandom(1), getProgress: (done) => done / 600 });
  const { value } = solve(problem, { measure: 'interference', seed: 1, tries: 100_000 });
  expect(value / bound).toBeLessThan(1.05);
});

test('is tight for four radios on three channels, with a short and a long budget', () => {
  const options = [1, 6, 11].map((channel) => ({
    ...createSpectrum('2.4G', channel),
    foreignBusy: 0,
    cost: 0,
  }));
  const radio = { options, present: 0, load: 0.2 };
  const contentions = [1, 2, 3].flatMap((a) =>
    Array.from({ length: a }, (_, b) => ({ a, b, atA: 0.95, atB: 0.95 })),
  );
  const problem = compileProblem({ radios: [radio, radio, radio, radio], contentions });
  const partition = createPartition(problem);
  if (!partition) throw new Error('The three channels do not overlap.');
  for (const sweeps of [300, 600, 1500]) {
    const bound = computeLowerBound(partition, {
      random: createRandom(1),
      getProgress: (done) => done / sweeps,
    });
    expect(bound).toBeCloseTo(2 * 0.95 * 0.2 ** 2, 6);
  }
});

test('is exact with one channel, and absent for channels that overlap in part', () => {
  const site = createRandomSite(createRandom(3), { radios: 10, channels: '2.4/3' });
  const radios = site.radios.map((radio) => ({ ...radio, present: 0, options: radio.options.slice(0, 1) }));
  const problem = compileProblem({ ...site, radios });
  const partition = createPartition(problem);
  if (!partition) throw new Error('One channel does not overlap.');
  const bound = computeLowerBound(partition, { random: createRandom(1), getProgress: () => 1 });
  expect(bound).toBeCloseTo(solve(problem, { measure: 'interference', seed: 1, tries: 1 }).value, 9);
  const shifted = radios.map((radio, index) => ({
    ...radio,
    options: radio.options.map((option) => ({ ...option, channel: 1 + (index % 3) })),
  }));
  expect(createPartition(compileProblem({ ...site, radios: shifted }))).toBeUndefined();
});
