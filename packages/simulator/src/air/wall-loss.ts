import type { Position } from './air-site.ts';

/** A wall between two points of a floor (m), with its loss (dB). */
export interface AirWall {
  readonly floor: number;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly lossDb: number;
}

export type WallsByFloor = ReadonlyMap<number, readonly AirWall[]>;

export const groupWalls = (walls: readonly AirWall[]): WallsByFloor =>
  Map.groupBy(walls, ({ floor }) => floor);

/**
 * Returns the sum of the losses (dB) of the walls between two places on a floor (COST 231, multi-wall model); undefined if the
 * walls are not known, or the places are on different floors.
 */
export function sumWallLoss(walls: WallsByFloor, from: Position, to: Position): number | undefined {
  const onFloor = from.floor === to.floor ? walls.get(from.floor) : undefined;
  return onFloor?.reduce((sum, wall) => (isBetween(wall, from, to) ? sum + wall.lossDb : sum), 0);
}

/** Two segments cross if each separates the ends of the other. */
function isBetween({ x1, x2, y1, y2 }: AirWall, from: Position, to: Position): boolean {
  const [wallX, wallY] = [x2 - x1, y2 - y1];
  const [pathX, pathY] = [to.x - from.x, to.y - from.y];
  const isSeparated = (a: number, b: number): boolean => a * b < 0;
  return (
    isSeparated(wallX * (from.y - y1) - wallY * (from.x - x1), wallX * (to.y - y1) - wallY * (to.x - x1)) &&
    isSeparated(pathX * (y1 - from.y) - pathY * (x1 - from.x), pathX * (y2 - from.y) - pathY * (x2 - from.x))
  );
}
