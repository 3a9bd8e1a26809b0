import {
  CoverageMap,
  planPlaces,
  type PlacesTarget,
  type PlannedPlaces,
  SignalGrid,
  toLevel,
} from '@northlight/rf/map';
import { createPlacesTarget } from '@northlight/rf/testing';
import * as solver from 'highs';
import { expect, test } from 'vitest';

const FLOORS = 50;
const SHARE_OPTIMAL = 0.9;
/** Largest time of a placement (ms). */
const GOAL_MS = 2_000;
const SOLVER_SECONDS = 120;

/** The types of the package describe its CommonJS file, Node loads its ES module. */
const loadSolver = solver.default as unknown as typeof solver.default.default;

/** Returns the smallest number of places that serve the share, as an integer program. */
async function findOptimum({ candidates, grid, leastDbm, share }: PlacesTarget): Promise<number> {
  const cells = grid.columns * grid.rows;
  const groups = [...groupCells({ candidates, grid, leastDbm, share })];
  const sum = (terms: readonly string[]): string => terms.join(' + ');
  const lines = [
    'Minimize',
    ` number: ${sum(candidates.map((_, index) => `x${index}`))}`,
    'Subject To',
    ...groups.map(([key], index) => ` c${index}: ${sum(key.split(' '))} - y${index} >= 0`),
    ` share: ${sum(groups.map(([, weight], index) => `${weight} y${index}`))} >= ${Math.ceil(cells * share - 1e-9)}`,
    'Bounds',
    ...groups.map((_, index) => ` 0 <= y${index} <= 1`),
    'Binary',
    ` ${candidates.map((_, index) => `x${index}`).join(' ')}`,
    'End',
  ];
  const highs = await loadSolver();
  const { ObjectiveValue, Status } = highs.solve(lines.join('\n'), { time_limit: SOLVER_SECONDS });
  if (Status === 'Infeasible') return Number.POSITIVE_INFINITY;
  if (Status !== 'Optimal') throw new Error(`The solver ended with ${Status}.`);
  return Math.round(ObjectiveValue);
}

/** Returns the number of cells by the list of candidates that serve them; such cells are one variable of the program. */
function groupCells({ candidates, grid, leastDbm }: PlacesTarget): Map<string, number> {
  const signals = new SignalGrid(grid);
  const cells = grid.columns * grid.rows;
  const layers = candidates.map((transmitter) => {
    const levels = new Uint8ClampedArray(cells);
    signals.compute(transmitter, levels);
    return levels;
  });
  const groups = new Map<string, number>();
  for (let cell = 0; cell < cells; cell += 1) {
    const serving = layers.flatMap((levels, index) =>
      (levels[cell] ?? 0) >= toLevel(leastDbm) ? [`x${index}`] : [],
    );
    if (serving.length > 0) groups.set(serving.join(' '), (groups.get(serving.join(' ')) ?? 0) + 1);
  }
  return groups;
}

/** Returns the area (m²) on which the coverage of the chosen radios is strong enough. */
function measureServed({ candidates, grid, leastDbm }: PlacesTarget, { places }: PlannedPlaces): number {
  const map = new CoverageMap(grid);
  map.compute(places.flatMap(({ candidate }) => candidates[candidate] ?? []));
  return map.coverage.best.filter((level) => level >= toLevel(leastDbm)).length * grid.cellM ** 2;
}

test(
  `places as few radios as an exact solver on 90% of ${FLOORS} floors, and one more on the others`,
  { tags: ['proof'], timeout: 900_000 },
  async () => {
    let [optimal, slowestMs] = [0, 0];
    for (let seed = 1; seed <= FLOORS; seed += 1) {
      const target = createPlacesTarget(seed);
      const start = performance.now();
      const planned = planPlaces(target);
      slowestMs = Math.max(slowestMs, performance.now() - start);
      const optimum = await findOptimum(target);
      expect(planned.isReached).toBe(true);
      expect(measureServed(target, planned)).toBe(planned.servedM2);
      expect(planned.servedM2).toBeGreaterThanOrEqual(planned.wantedM2 * target.share);
      expect(planned.places.length).toBeLessThanOrEqual(optimum + 1);
      if (planned.places.length === optimum) optimal += 1;
    }
    expect(optimal).toBeGreaterThanOrEqual(FLOORS * SHARE_OPTIMAL);
    expect(slowestMs).toBeLessThan(GOAL_MS);
  },
);
