import { expect, test } from 'vitest';
import { createFloorPath, type Floor } from './floor-path.ts';

const floor = (slabLossDb: number): Floor => ({ heightM: 3, slabLossDb, walls: [] });
const BUILDING = [floor(0), floor(15), floor(18)];

/** Returns the sections as `from–to`, rounded. */
const listSections = (from: number, to: number): string[] =>
  createFloorPath(BUILDING, { floor: from, heightM: 2.4 }, to).sections.map(
    (section) => `${section.from.toFixed(2)}–${section.to.toFixed(2)}`,
  );

test('a path on one floor crosses its walls on the whole length, and no slab', () => {
  const path = createFloorPath(BUILDING, { floor: 1, heightM: 2.4 }, 1);
  expect(listSections(1, 1)).toEqual(['0.00–1.00']);
  expect(path.slabLossDb).toBe(0);
  expect(path.heightM).toBeCloseTo(1.2, 6);
});

test('a path to another floor crosses the walls of each floor on its part of the length', () => {
  // From 2.4 m to 7.2 m: the slabs are at 3 m and 6 m.
  expect(listSections(0, 2)).toEqual(['0.00–0.13', '0.13–0.75', '0.75–1.00']);
  // From 8.4 m to 1.2 m; the sections are those of the lowest floor first.
  expect(listSections(2, 0)).toEqual(['0.75–1.00', '0.33–0.75', '0.00–0.33']);
});

test('the losses of the crossed slabs add up', () => {
  const getLoss = (from: number, to: number) =>
    createFloorPath(BUILDING, { floor: from, heightM: 2.4 }, to).slabLossDb;
  expect([getLoss(0, 1), getLoss(1, 2), getLoss(0, 2), getLoss(2, 0)]).toEqual([15, 18, 33, 33]);
});
