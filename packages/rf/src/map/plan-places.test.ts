import { expect, test } from 'vitest';
import { CoverageMap } from './coverage-map.ts';
import { toLevel } from './levels.ts';
import { listCandidatePoints, planPlaces, type PlacesTarget, type PlannedPlaces } from './plan-places.ts';
import { createPlacesTarget } from '../testing/index.ts';

/** Returns the area (m²) on which the coverage of the chosen radios is strong enough. */
function measureServed({ candidates, grid, leastDbm }: PlacesTarget, { places }: PlannedPlaces): number {
  const map = new CoverageMap(grid);
  map.compute(places.map(({ candidate }) => candidates[candidate]!));
  return map.coverage.best.filter((level) => level >= toLevel(leastDbm)).length * grid.cellM ** 2;
}

test('plans the places of a floor, and the area that only each of them serves', () => {
  const target = createPlacesTarget(1);
  const planned = planPlaces(target);
  expect(planned.isReached).toBe(true);
  expect(planned.servedM2).toBe(measureServed(target, planned));
  expect(planned.servedM2).toBeGreaterThanOrEqual(planned.wantedM2 * target.share);
  for (const { candidate, ownM2 } of planned.places) {
    const others = { ...planned, places: planned.places.filter((place) => place.candidate !== candidate) };
    expect(planned.servedM2 - measureServed(target, others)).toBe(ownM2);
  }
});

test('counts only the marked cells, and proposes places in them only', () => {
  const target = createPlacesTarget(2);
  const { columns, rows } = target.grid;
  const counted = Uint8Array.from({ length: columns * rows }, (_, cell) => Number(cell % columns < 12));
  expect(planPlaces({ ...target, counted }).wantedM2).toBe(12 * rows);
  expect(planPlaces(target).wantedM2).toBe(columns * rows);
  const points = listCandidatePoints(target.grid, 4, counted);
  expect(points.length).toBeGreaterThan(3);
  expect(points.every(({ x }) => x < 12)).toBe(true);
});
