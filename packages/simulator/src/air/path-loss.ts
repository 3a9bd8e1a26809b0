import type { Position } from './air-site.ts';
import { drawPairFraction, drawPairNormal } from './pair-random.ts';
import { sumWallLoss, type WallsByFloor } from './wall-loss.ts';

/** Closer places are in the near field: the loss of this distance (m) applies, the lower limit of the model. */
const MIN_METRES = 1;
const FLOOR_HEIGHT_M = 3;
/** Standard deviation of the shadowing (dB) with and without a line of sight (3GPP TR 38.901, table 7.4.1-1, InH). */
const SHADOWING_DB = { sight: 3, blocked: 8.03 } as const;
/** Loss of the first floor (dB) in offices (ITU-R P.1238-10, table 3: 2.4 GHz and 5.2 GHz). */
const FIRST_FLOOR_DB = { low: 14, high: 16 } as const;
/** Loss of each further floor (dB), as in the formula 15 + 4 (n − 1) of the same table. */
const NEXT_FLOOR_DB = 4;
const LOW_BAND_END_MHZ = 3000;
/** Purpose of the fraction that decides whether a pair has a line of sight. */
const SIGHT = 1;

/** An end of a radio path: its place and the hash of its identity (`hashId`). */
export interface PathEnd {
  readonly position: Position;
  readonly hash: number;
}

/** Path loss (dB) with a line of sight (3GPP TR 38.901, table 7.4.1-1, InH-Office LOS). */
const computeSightLoss = (metres: number, gigahertz: number): number =>
  32.4 + 17.3 * Math.log10(metres) + 20 * Math.log10(gigahertz);

/** Path loss (dB) without a line of sight, usual walls included (same table, InH-Office NLOS). */
const computeBlockedLoss = (metres: number, gigahertz: number): number =>
  Math.max(
    computeSightLoss(metres, gigahertz),
    17.3 + 38.3 * Math.log10(metres) + 24.9 * Math.log10(gigahertz),
  );

/** Probability of a line of sight in a mixed office (3GPP TR 38.901, table 7.4.2-1). */
function computeSightProbability(metres: number): number {
  if (metres <= 1.2) return 1;
  return metres < 6.5 ? Math.exp((1.2 - metres) / 4.7) : 0.32 * Math.exp((6.5 - metres) / 32.6);
}

function computeFloorLoss(floors: number, frequencyMhz: number): number {
  if (floors === 0) return 0;
  const first = frequencyMhz < LOW_BAND_END_MHZ ? FIRST_FLOOR_DB.low : FIRST_FLOOR_DB.high;
  return first + NEXT_FLOOR_DB * (floors - 1);
}

/** Returns the loss (dB) over a distance (m), with the line of sight and the shadowing that two hashes decide. */
export function computeLossOver(metres: number, frequencyMhz: number, a: number, b: number): number {
  const distance = Math.max(MIN_METRES, metres);
  const hasSight = drawPairFraction(a, b, SIGHT) < computeSightProbability(distance);
  return hasSight
    ? computeSightLoss(distance, frequencyMhz / 1000) + SHADOWING_DB.sight * drawPairNormal(a, b)
    : computeBlockedLoss(distance, frequencyMhz / 1000) + SHADOWING_DB.blocked * drawPairNormal(a, b);
}

/** Returns the loss (dB) between two places, the same in both directions. */
export function computePathLoss(a: PathEnd, b: PathEnd, frequencyMhz: number, walls: WallsByFloor): number {
  const [from, to] = [a.position, b.position];
  const floors = Math.abs(from.floor - to.floor);
  const metres = Math.hypot(from.x - to.x, from.y - to.y, floors * FLOOR_HEIGHT_M);
  const wallLoss = sumWallLoss(walls, from, to);
  if (wallLoss !== undefined)
    return (
      computeSightLoss(Math.max(MIN_METRES, metres), frequencyMhz / 1000) +
      wallLoss +
      SHADOWING_DB.sight * drawPairNormal(a.hash, b.hash)
    );
  return computeLossOver(metres, frequencyMhz, a.hash, b.hash) + computeFloorLoss(floors, frequencyMhz);
}
