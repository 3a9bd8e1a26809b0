import type { Antenna } from '../map/antenna.ts';
import { createFloorPath, type Floor } from '../map/floor-path.ts';
import type { Transmitter } from '../map/signal-grid.ts';
import type { Wall } from '../map/walls.ts';
import type { Zone } from '../map/zones.ts';

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
  /** Number of zones of each floor; 0 by default. */
  readonly zones?: number;
  /** Gives each transmitter a random antenna. */
  readonly hasAntennas?: boolean;
}

const LOSSES_DB = [5, 6.5, 12, 20, 23, 28];
const SIZE = { widthM: 60, heightM: 36 } as const;

/** Creates a building of 60 × 36 m. Two thirds of the walls are horizontal or vertical, as in buildings. */
export function createRandomPlan(
  random: () => number,
  { floors = 1, hasAntennas = false, transmitters, walls, zones = 0 }: PlanSize,
): RandomPlan {
  const building = Array.from({ length: floors }, (): Floor => ({
    heightM: 2.8 + random(),
    slabLossDb: 12 + random() * 10,
    walls: Array.from({ length: walls }, () => createWall(random)),
    zones: Array.from({ length: zones }, () => createZone(random)),
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
      ...(hasAntennas && { antenna: createAntenna(random) }),
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

/** Creates a zone with three to seven corners around a point, which need not be convex. */
function createZone(random: () => number): Zone {
  const centre = { x: random() * SIZE.widthM, y: random() * SIZE.heightM };
  const count = 3 + Math.floor(random() * 5);
  const direction = random() < 0.5 ? 1 : -1;
  const corners = Array.from({ length: count }, (_, index) => {
    const angle = (direction * 2 * Math.PI * (index + random() * 0.8)) / count;
    const radius = 1 + random() * 6;
    return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
  });
  return { corners, lossDbPerM: 0.3 + random() * 1.5 };
}

function createAntenna(random: () => number): Antenna {
  const patterns = [
    { kind: 'ceiling' },
    { kind: 'dipole' },
    { kind: 'sector', horizontalDeg: 60 + random() * 60, verticalDeg: 30 + random() * 60 },
  ] as const;
  return {
    pattern: patterns[Math.floor(random() * patterns.length)] ?? patterns[0],
    mounting: random() < 0.5 ? 'ceiling' : 'wall',
    azimuthDeg: random() * 360,
    downtiltDeg: random() * 30,
  };
}
