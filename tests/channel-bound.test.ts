import {
  compileProblem,
  computeLowerBound,
  createPartition,
  type Partition,
  solve,
} from '@northlight/rf/plan';
import { createRandom, createRandomSite } from '@northlight/rf/testing';
import * as solver from 'highs';
import { expect, test } from 'vitest';

const SITES = 30;
const SOLVER_SECONDS = 60;
const SWEEPS = 400;

/** The types of the package describe its CommonJS file, Node loads its ES module. */
const loadSolver = solver.default as unknown as typeof solver.default.default;

/** Returns the least cost of a partition, as an integer program. */
async function findOptimum({ own, pairs, parts, size }: Partition): Promise<number> {
  const radios = Array.from({ length: size }, (_, radio) => radio);
  const numbers = Array.from({ length: parts }, (_, part) => part);
  const term = (cost: number, name: string): string => `${cost.toFixed(12)} ${name}`;
  const lines = [
    'Minimize',
    ` cost: ${[
      ...radios.flatMap((radio) =>
        numbers.map((part) => term(own[radio * parts + part] ?? 0, `x${radio}_${part}`)),
      ),
      ...pairs.map(({ weight }, pair) => term(weight, `y${pair}`)),
    ].join(' + ')}`,
    'Subject To',
    ...radios.map((radio) => ` one${radio}: ${numbers.map((part) => `x${radio}_${part}`).join(' + ')} = 1`),
    ...pairs.flatMap(({ a, b }, pair) =>
      numbers.map((part) => ` same${pair}_${part}: y${pair} - x${a}_${part} - x${b}_${part} >= -1`),
    ),
    'Bounds',
    ...pairs.map((_, pair) => ` 0 <= y${pair} <= 1`),
    'Binary',
    ` ${radios.flatMap((radio) => numbers.map((part) => `x${radio}_${part}`)).join(' ')}`,
    'End',
  ];
  const highs = await loadSolver();
  const { ObjectiveValue, Status } = highs.solve(lines.join('\n'), {
    time_limit: SOLVER_SECONDS,
    mip_rel_gap: 1e-9,
  });
  if (Status !== 'Optimal') throw new Error(`The solver ended with ${Status}.`);
  return ObjectiveValue;
}

test(
  'the bound of a channel plan is never above the exact optimum, and the search reaches that optimum',
  { tags: ['proof'], timeout: SITES * SOLVER_SECONDS * 1000 },
  async () => {
    const gaps: number[] = [];
    for (let site = 0; site < SITES; site += 1) {
      const random = createRandom(site);
      const radios = 8 + (site % 8);
      const problem = compileProblem(createRandomSite(random, { radios, channels: '2.4/3' }));
      const partition = createPartition(problem);
      if (!partition) throw new Error('The channels overlap in part.');
      const optimum = await findOptimum(partition);
      const bound = computeLowerBound(partition, { random, getProgress: (sweeps) => sweeps / SWEEPS });
      expect(bound).toBeLessThanOrEqual(optimum + 1e-6);
      const { value } = solve(problem, { measure: 'interference', seed: 1, tries: 200_000 });
      expect(value).toBeGreaterThanOrEqual(optimum - 1e-6);
      gaps.push(value / optimum - 1);
    }
    expect(gaps.filter((gap) => gap < 1e-6).length).toBeGreaterThanOrEqual(0.9 * SITES);
  },
);
