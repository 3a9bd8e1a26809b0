import { expect, test } from 'vitest';
import { CoverageMap, MAX_RADIOS, NO_SERVER } from './coverage-map.ts';
import { toDbm } from './levels.ts';
import { createRandom, createRandomPlan, predictSignal } from '../testing/index.ts';

const GRID = { x: 0, y: 0, cellM: 1, columns: 60, rows: 36 };
/** Half a step of the levels, and the tables. */
const TOLERANCE_DB = 0.3;

test.each([[1], [2], [3]])('the best two signals of random plan %d are those of the reference', (seed) => {
  const { transmitters } = createRandomPlan(createRandom(seed), { walls: 80, transmitters: 12 });
  const map = new CoverageMap(GRID);
  map.compute(transmitters);
  const { best, second, server } = map.coverage;
  for (let cell = 0; cell < best.length; cell += 1) {
    const point = { x: (cell % GRID.columns) + 0.5, y: Math.floor(cell / GRID.columns) + 0.5 };
    const signals = transmitters.map((transmitter) => predictSignal(transmitter, point));
    const sorted = signals.toSorted((one, other) => other - one);
    expect(Math.abs(toDbm(best[cell] ?? 0) - (sorted[0] ?? 0))).toBeLessThan(TOLERANCE_DB);
    expect(Math.abs(toDbm(second[cell] ?? 0) - (sorted[1] ?? 0))).toBeLessThan(TOLERANCE_DB);
    const served = signals[server[cell] ?? NO_SERVER] ?? Number.NEGATIVE_INFINITY;
    expect((sorted[0] ?? 0) - served).toBeLessThan(2 * TOLERANCE_DB);
  }
});

test('a moved radio leaves the same levels as a new computation', () => {
  const { transmitters } = createRandomPlan(createRandom(7), { walls: 80, transmitters: 6 });
  const moved = transmitters.map((transmitter, index) =>
    index === 2 ? { ...transmitter, x: 11, y: 22 } : transmitter,
  );
  const [dragged, computed] = [new CoverageMap(GRID), new CoverageMap(GRID)];
  dragged.compute(transmitters);
  for (let x = 0; x <= 11; x += 1)
    for (const [index, y] of [
      [4, 5],
      [2, 22],
    ] as const)
      dragged.move(index, { ...(transmitters[index] ?? moved[2]!), x, y });
  const other = transmitters[4];
  if (other) dragged.move(4, other);
  computed.compute(moved);
  for (const part of ['best', 'second'] as const)
    expect(dragged.coverage[part]).toEqual(computed.coverage[part]);
});

test('a map without radios has no server, and one with too many is refused', () => {
  const map = new CoverageMap(GRID);
  map.compute([]);
  expect(new Set(map.coverage.server)).toEqual(new Set([NO_SERVER]));
  const { transmitters } = createRandomPlan(createRandom(1), { walls: 0, transmitters: MAX_RADIOS + 1 });
  expect(() => map.compute(transmitters)).toThrow(RangeError);
  expect(() => map.move(3, transmitters[3]!)).toThrow(RangeError);
});
