import type { Wall } from '../map/walls.ts';

/** A floor of offices. Sizes in m. */
export interface OfficePlan {
  readonly widthM: number;
  readonly heightM: number;
  readonly walls: readonly Wall[];
}

const OPENING_M = 1;
const CORRIDOR_M = 2.4;
const OUTER_LOSS_DB = 20;

/** Creates a floor with a corridor between two rows of rooms, with openings in the walls of the corridor. */
export function createOfficePlan(random: () => number): OfficePlan {
  const widthM = 24 + Math.floor(random() * 32);
  const heightM = 14 + Math.floor(random() * 14);
  const innerLossDb = random() < 0.5 ? 5 : 12;
  const corridor = heightM / 2 - CORRIDOR_M / 2 + (random() - 0.5) * 4;
  const wall = (x1: number, y1: number, x2: number, y2: number, lossDb = innerLossDb): Wall => ({
    x1,
    y1,
    x2,
    y2,
    lossDb,
  });
  const walls = [
    wall(0, 0, widthM, 0, OUTER_LOSS_DB),
    wall(0, heightM, widthM, heightM, OUTER_LOSS_DB),
    wall(0, 0, 0, heightM, OUTER_LOSS_DB),
    wall(widthM, 0, widthM, heightM, OUTER_LOSS_DB),
  ];
  for (const [side, from, to] of [
    [corridor, 0, corridor],
    [corridor + CORRIDOR_M, corridor + CORRIDOR_M, heightM],
  ] as const)
    for (let x = 0; x < widthM;) {
      const end = Math.min(widthM, x + 3 + random() * 6);
      const opening = x + random() * Math.max(0, end - x - OPENING_M);
      walls.push(wall(x, side, opening, side), wall(Math.min(end, opening + OPENING_M), side, end, side));
      if (end < widthM) walls.push(wall(end, from, end, to));
      x = end;
    }
  return { widthM, heightM, walls };
}
