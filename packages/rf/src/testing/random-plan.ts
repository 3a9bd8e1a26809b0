import { createFloorPath, type Floor } from '../floor-path.ts';
import type { Transmitter } from '../signal-grid.ts';
import type { Wall } from '../walls.ts';

/** A building with random walls, and transmitters on its floors that are received on one of them. */
export interface RandomPlan {
  readonly widthM: number;
  readonly heightM: number;
  readonly transmitters: readonly Transmitter[];
}

interface PlanSize {
  /** Number of walls of each floor. */
  readonly walls: number;
  readonly transmitters: number;
  /** Number of floors; 1 by default. */
  readonly floors?: number;
}

const LOSSES_DB = [5, 6.5, 12, 20, 23, 28];
const SIZE = { widthM: 60, heightM: 36 } as const;

/** Creates a building of 60 × 36 m. Two thirds of the walls are horizontal or vertical, as in buildings. */
export function createRandomPlan(
  random: () => number,
  { floors = 1, transmitters, walls }: PlanSize,
): RandomPlan {
  const building = Array.from({ length: floors }, (): Floor => ({
    heightM: 2.8 + random(),
    slabLossDb: 12 + random() * 10,
    walls: Array.from({ length: walls }, () => createWall(random)),
  }));
  const received = Math.floor(random() * floors);
  const paths = building.map((_, floor) => createFloorPath(building, { floor, heightM: 2.6 }, received));
  return {
    ...SIZE,
    transmitters: Array.from({ length: transmitters }, (): Transmitter => ({
      x: random() * SIZE.widthM,
      y: random() * SIZE.heightM,
      powerDbm: 20,
      frequencyMhz: random() < 0.5 ? 2437 : 5220,
      path: paths[Math.floor(random() * floors)] ?? createFloorPath(building, { floor: 0, heightM: 2.6 }, 0),
    })),
  };
}

function createWall(random: () => number): Wall {
  const [x1, y1] = [random() * SIZE.widthM, random() * SIZE.heightM];
  const length = 1 + random() * 9;
  const angle = random() < 2 / 3 ? Math.floor(random() * 4) * (Math.PI / 2) : random() * 2 * Math.PI;
  const lossDb = LOSSES_DB[Math.floor(random() * LOSSES_DB.length)] ?? 5;
  return { x1, y1, x2: x1 + length * Math.cos(angle), y2: y1 + length * Math.sin(angle), lossDb };
}
