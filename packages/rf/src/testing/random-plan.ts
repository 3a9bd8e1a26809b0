import type { Transmitter } from '../signal-grid.ts';
import type { Wall } from '../walls.ts';

/** A floor plan with random walls and transmitters. */
export interface RandomPlan {
  readonly widthM: number;
  readonly heightM: number;
  readonly walls: readonly Wall[];
  readonly transmitters: readonly Transmitter[];
}

const LOSSES_DB = [5, 6.5, 12, 20, 23, 28];

/** Creates a plan of 60 × 36 m. Two thirds of the walls are horizontal or vertical, as in buildings. */
export function createRandomPlan(
  random: () => number,
  wallCount: number,
  transmitterCount: number,
): RandomPlan {
  const [widthM, heightM] = [60, 36];
  const walls = Array.from({ length: wallCount }, (): Wall => {
    const [x1, y1] = [random() * widthM, random() * heightM];
    const length = 1 + random() * 9;
    const angle = random() < 2 / 3 ? Math.floor(random() * 4) * (Math.PI / 2) : random() * 2 * Math.PI;
    const lossDb = LOSSES_DB[Math.floor(random() * LOSSES_DB.length)] ?? 5;
    return { x1, y1, x2: x1 + length * Math.cos(angle), y2: y1 + length * Math.sin(angle), lossDb };
  });
  const transmitters = Array.from({ length: transmitterCount }, (): Transmitter => ({
    x: random() * widthM,
    y: random() * heightM,
    powerDbm: 20,
    frequencyMhz: random() < 0.5 ? 2437 : 5220,
    heightM: 1.5,
  }));
  return { widthM, heightM, walls, transmitters };
}
