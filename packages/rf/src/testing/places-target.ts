import { createFloorPath } from '../map/floor-path.ts';
import { listCandidatePoints, type PlacesTarget } from '../map/plan-places.ts';
import type { Transmitter } from '../map/signal-grid.ts';
import { createRandom } from '../random.ts';
import { createOfficePlan } from './office-plan.ts';

/** Creates the task to cover a random floor of offices. */
export function createPlacesTarget(seed: number): PlacesTarget {
  const random = createRandom(seed);
  const { heightM, walls, widthM } = createOfficePlan(random);
  const grid = { x: 0, y: 0, cellM: 1, columns: widthM, rows: heightM };
  const path = createFloorPath([{ heightM: 3, slabLossDb: 0, walls }], { floor: 0, heightM: 2.6 }, 0);
  const spacingM = 3 + Math.floor(random() * 2);
  return {
    grid,
    leastDbm: -63 + Math.floor(random() * 10),
    share: 0.9 + 0.1 * random(),
    candidates: listCandidatePoints(grid, spacingM).map((point): Transmitter => ({
      ...point,
      path,
      powerDbm: 20,
      frequencyMhz: 5220,
    })),
  };
}
