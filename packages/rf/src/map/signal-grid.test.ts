import { expect, test } from 'vitest';
import { toDbm, WEAKEST_DBM } from './levels.ts';
import { type Grid, SignalGrid } from './signal-grid.ts';
import { createRandom, createRandomPlan, predictSignal, type RandomPlan } from '../testing/index.ts';

const CELL_M = 0.5;
const createGrid = ({ heightM, widthM }: RandomPlan): Grid => ({
  x: 0,
  y: 0,
  cellM: CELL_M,
  columns: widthM / CELL_M,
  rows: heightM / CELL_M,
});

/** Returns the seeds and numbers of floors of random buildings; all but the first are proofs. */
const listBuildings = (count: number) =>
  Array.from({ length: count }, (_, seed) => ({
    seed,
    floors: 1 + (seed % 3),
    options: { tags: seed < 1 ? [] : ['proof'] },
  }));

for (const { floors, options, seed } of listBuildings(20))
  test(
    `the signals of random building ${seed} with ${floors} floors are those of the reference in every cell`,
    options,
    () => {
      const plan = createRandomPlan(createRandom(seed), { walls: 120, transmitters: 4, floors });
      // Half a step, and the tables.
      expect(findWorstError(plan)).toBeLessThan(0.3);
    },
  );

for (const { floors, options, seed } of listBuildings(9))
  test(
    `the zones of random building ${seed} with ${floors} floors weaken signals as in the reference`,
    options,
    () => {
      const plan = createRandomPlan(createRandom(seed), { walls: 10, zones: 8, transmitters: 5, floors });
      // The sum of the losses is rounded to a step too.
      expect(findWorstError(plan)).toBeLessThan(0.56);
    },
  );

for (const { floors, options, seed } of listBuildings(12))
  test(
    `the antennas of random building ${seed} with ${floors} floors radiate as in the reference`,
    options,
    () => {
      const size = { walls: 10, transmitters: 9, floors, hasAntennas: true };
      // The steps of the table of an antenna, up to 1.8° at an edge of a narrow sector.
      expect(findWorstError(createRandomPlan(createRandom(seed), size))).toBeLessThan(1.1);
    },
  );

/** Returns the largest difference of all cells from the reference (dB). Signals below the weakest level are not compared. */
function findWorstError(plan: RandomPlan): number {
  const grid = createGrid(plan);
  const computed = new SignalGrid(grid);
  const signals = new Uint8ClampedArray(grid.columns * grid.rows);
  let worst = 0;
  for (const transmitter of plan.transmitters) {
    computed.compute(transmitter, signals);
    for (const [cell, level] of signals.entries()) {
      const point = {
        x: ((cell % grid.columns) + 0.5) * CELL_M,
        y: (Math.floor(cell / grid.columns) + 0.5) * CELL_M,
      };
      const expected = Math.max(WEAKEST_DBM, predictSignal(transmitter, point));
      worst = Math.max(worst, Math.abs(toDbm(level) - expected));
    }
  }
  return worst;
}

test('shadows reach cells behind a wall only, also for a transmitter outside the plan', () => {
  const grid: Grid = { x: 0, y: 0, cellM: 1, columns: 10, rows: 4 };
  const signals = new Uint8ClampedArray(40);
  const wall = { x1: 4, y1: 0, x2: 4, y2: 4, lossDb: 20 };
  const path = { sections: [{ walls: [wall], from: 0, to: 1 }], slabLossDb: 0, heightM: 1.5 };
  new SignalGrid(grid).compute({ x: -6, y: 2, powerDbm: 20, frequencyMhz: 5220, path }, signals);
  const drops = Array.from(
    { length: 9 },
    (_, column) => (signals[column + 20] ?? 0) - (signals[column + 21] ?? 0),
  );
  expect(drops.map((drop) => drop > 10)).toEqual([
    false,
    false,
    false,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
