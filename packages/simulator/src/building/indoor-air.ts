import type { ClientReport } from '@northlight/contract/device-protocol';
import type { BuildingFloor, BuildingWall, DevicePlace } from './building.ts';

interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * Constants of the simulated air. They are this program's own and differ from those of the signal model, so that a
 * comparison of predicted and simulated signals means something.
 */
const ONE_METRE_DBM = { low: -34, high: -41 } as const;
const LOSS_PER_DECADE = 23;
export const WALL_LOSS_DB: Readonly<Record<BuildingWall['material'], number>> = {
  plasterboard: 3.2,
  brick: 8.5,
  concrete: 13,
  glass: 4.1,
};
const DOOR_LOSS_DB = 2.4;
/** Paths through a wall within this distance of a door use the gap of the door in part. */
const LEAK_M = 0.8;
const LEAK_SHARE = 0.55;
const SHADOWING_DB = 4;
/** Places in one cell of this size (m) have the same shadowing. */
const SHADOW_CELL_M = 1.5;
const PHONE_HEIGHT_M = 1.1;
const WEAKEST_DBM = -94;

/** Returns the signal (dBm) of an access point at a place of its floor. */
export function computeIndoorSignal(
  floor: BuildingFloor,
  from: DevicePlace,
  to: Place,
  band: ClientReport['band'],
): number {
  const metres = Math.max(1, Math.hypot(to.x - from.x, to.y - from.y, from.heightM - PHONE_HEIGHT_M));
  const strength = band === '2.4G' ? ONE_METRE_DBM.low : ONE_METRE_DBM.high;
  const walls = floor.walls.reduce((sum, wall) => sum + computeWallLoss(wall, from, to), 0);
  const signal = strength - LOSS_PER_DECADE * Math.log10(metres) - walls + drawShadowing(from, to);
  return Math.max(WEAKEST_DBM, Math.round(signal));
}

function computeWallLoss(wall: BuildingWall, from: Place, to: Place): number {
  const at = findCrossing(wall, from, to);
  if (at === undefined) return 0;
  const loss = WALL_LOSS_DB[wall.material];
  let least = loss;
  for (const { fromM, widthM } of wall.doors) {
    const beside = Math.max(fromM - at, at - fromM - widthM);
    if (beside <= 0) least = Math.min(least, DOOR_LOSS_DB);
    else if (beside < LEAK_M) least = Math.min(least, loss * (1 - LEAK_SHARE * (1 - beside / LEAK_M)));
  }
  return least;
}

/** Returns the distance from the first end of a wall (m) at which a path crosses it. */
function findCrossing({ x1, x2, y1, y2 }: BuildingWall, from: Place, to: Place): number | undefined {
  const [wallX, wallY] = [x2 - x1, y2 - y1];
  const [pathX, pathY] = [to.x - from.x, to.y - from.y];
  const turn = pathX * wallY - pathY * wallX;
  if (turn === 0) return undefined;
  const alongPath = ((x1 - from.x) * wallY - (y1 - from.y) * wallX) / turn;
  const alongWall = ((x1 - from.x) * pathY - (y1 - from.y) * pathX) / turn;
  const isCrossed = alongPath > 0 && alongPath < 1 && alongWall >= 0 && alongWall < 1;
  return isCrossed ? alongWall * Math.hypot(wallX, wallY) : undefined;
}

/** Returns the shadowing (dB) of a cell: nearly normal, with a standard deviation of 4 dB, and the same each time. */
function drawShadowing({ sn }: DevicePlace, { x, y }: Place): number {
  const cell = `${sn} ${Math.floor(x / SHADOW_CELL_M)} ${Math.floor(y / SHADOW_CELL_M)}`;
  const sum = [0, 1, 2, 3].reduce((total, part) => total + toFraction(`${cell} ${part}`), 0);
  // The sum of four even numbers from 0 to 1 has the variance 1/3.
  return SHADOWING_DB * (sum - 2) * Math.sqrt(3);
}

/** Returns a number from 0 to 1 that depends on a text only (FNV-1a with the last steps of MurmurHash3). */
export function toFraction(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Returns the place of a client at a distance from its access point; the client's text decides the direction. */
export function findClientPlace(
  { depthM, widthM }: BuildingFloor,
  from: DevicePlace,
  client: string,
  metres: number,
): Place {
  const angle = 2 * Math.PI * toFraction(client);
  const clamp = (value: number, max: number): number => Math.min(max - 0.5, Math.max(0.5, value));
  return {
    x: clamp(from.x + metres * Math.cos(angle), widthM),
    y: clamp(from.y + metres * Math.sin(angle), depthM),
  };
}
