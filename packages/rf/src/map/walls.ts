/** A point on a floor plan (m). */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A straight wall on a floor plan (m) with its loss (dB). */
export interface Wall {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly lossDb: number;
}

/**
 * True if the path between two points crosses a wall. The first end of a wall belongs to it and the last one does not,
 * so that a path through the joint of two walls in a line crosses one of them. A path along a wall does not cross it.
 */
export function crossesWall(from: Point, to: Point, { x1, x2, y1, y2 }: Wall): boolean {
  const side = (x: number, y: number): number =>
    (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
  if (side(x1, y1) >= 0 === side(x2, y2) >= 0) return false;
  const beside = ({ x, y }: Point): number => (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
  return beside(from) > 0 ? beside(to) < 0 : beside(from) < 0 && beside(to) > 0;
}
