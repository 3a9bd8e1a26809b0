import { expect, test } from 'vitest';
import { markPolygons, measureTarget } from './areas.ts';
import { createRandom } from '../testing/index.ts';
import { isInside } from './zones.ts';

const GRID = { x: 0, y: 0, cellM: 0.5, columns: 8, rows: 4 };
const HALF = [
  { x: 0, y: 0 },
  { x: 2, y: 0 },
  { x: 2, y: 2 },
  { x: 0, y: 2 },
];

test('marks the cells whose centre is in a polygon, as a test of each cell does', () => {
  const grid = { x: -3, y: 2, cellM: 0.7, columns: 40, rows: 30 };
  for (let seed = 0; seed < 20; seed += 1) {
    const random = createRandom(seed);
    const polygons = Array.from({ length: 2 }, () =>
      Array.from({ length: 3 + Math.floor(random() * 6) }, () => ({
        x: random() * 40 - 8,
        y: random() * 30 - 2,
      })),
    );
    const marks = markPolygons(grid, polygons);
    for (const [cell, mark] of marks.entries()) {
      const point = {
        x: grid.x + ((cell % grid.columns) + 0.5) * grid.cellM,
        y: grid.y + (Math.floor(cell / grid.columns) + 0.5) * grid.cellM,
      };
      expect(mark).toBe(Number(polygons.some((corners) => isInside(point, corners))));
    }
  }
});

test('measures the area with the target, without cells that do not count', () => {
  const levels = Array.from({ length: 32 }, (_, cell) => (cell % 8 < 6 ? 100 : 50));
  expect(measureTarget(GRID, levels, 100)).toEqual({ areaM2: 8, metM2: 6, missedM2: 2, metShare: 0.75 });
  const half = markPolygons(GRID, [HALF]);
  expect(measureTarget(GRID, levels, 100, { excluded: half })).toMatchObject({ areaM2: 4, metShare: 0.5 });
  expect(measureTarget(GRID, levels, 100, { counted: half })).toMatchObject({ areaM2: 4, metShare: 1 });
  expect(measureTarget(GRID, levels, 100, { counted: half, excluded: half })).toMatchObject({ metShare: 1 });
});
