import { expect, test } from 'vitest';
import { CoverageMap } from './coverage-map.ts';
import { computeSinr } from './interference.ts';
import { createRandom, createRandomPlan, predictSignal } from './testing/index.ts';

const GRID = { x: 0, y: 0, cellM: 1, columns: 60, rows: 36 };
const NOISE_DBM = -94;
/** Half a step of the signal, and half a step of the interference. */
const TOLERANCE_DB = 0.6;

test.each([[1], [2], [3]])('the ratios of random plan %d are those of the reference', (seed) => {
  const random = createRandom(seed);
  const { transmitters } = createRandomPlan(random, { walls: 60, transmitters: 9 });
  const channels = transmitters.map(() => Math.floor(random() * 3));
  const overlaps = channels.map((own) =>
    channels.map((other) => Math.max(0, 1 - Math.abs(own - other) * 0.75)),
  );
  const map = new CoverageMap(GRID);
  map.compute(transmitters);
  const ratios = new Float32Array(GRID.columns * GRID.rows);
  computeSinr(map, overlaps, ratios);
  for (const [cell, ratio] of ratios.entries()) {
    const point = { x: (cell % GRID.columns) + 0.5, y: Math.floor(cell / GRID.columns) + 0.5 };
    const signals = transmitters.map((transmitter) => predictSignal(transmitter, point));
    const served = map.coverage.server[cell] ?? 0;
    const disturbance = signals.reduce(
      (sum, signal, index) =>
        index === served ? sum : sum + (overlaps[served]?.[index] ?? 0) * 10 ** (signal / 10),
      10 ** (NOISE_DBM / 10),
    );
    expect(Math.abs(ratio - ((signals[served] ?? 0) - 10 * Math.log10(disturbance)))).toBeLessThan(
      TOLERANCE_DB,
    );
  }
});

test('a cell without a signal has no ratio', () => {
  const map = new CoverageMap(GRID);
  map.compute([]);
  const ratios = new Float32Array(GRID.columns * GRID.rows);
  computeSinr(map, [], ratios);
  expect(new Set(ratios)).toEqual(new Set([Number.NEGATIVE_INFINITY]));
});
