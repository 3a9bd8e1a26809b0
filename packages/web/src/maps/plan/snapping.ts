import type { PlanPoint, PlanSegment } from '@northlight/contract';

export interface Snap extends PlanPoint {
  /** To which the point was attracted; undefined for a free point. */
  readonly to: 'corner' | 'wall' | 'angle' | undefined;
}

/** Directions of walls that attract a free end (degrees). */
const ANGLE_STEP_DEG = 45;
const ANGLE_TOLERANCE_DEG = 5;
/** Free points are at multiples of this length (m). */
const GRID_M = 0.05;

const toGrid = (metres: number): number => Math.round(metres / GRID_M) * GRID_M;
const round = (metres: number): number => Math.round(metres * 1_000) / 1_000;
const measure = (one: PlanPoint, other: PlanPoint): number => Math.hypot(one.x - other.x, one.y - other.y);

/**
 * Moves a point to the nearest end of a wall, else onto a wall, else to a direction of 45° steps from the first end of the
 * wall that is drawn, else to a grid of 5 cm.
 *
 * @param reachM distance at which ends and walls attract (m)
 * @param from first end of the wall that is drawn
 */
export function snapPoint(
  point: PlanPoint,
  walls: readonly PlanSegment[],
  { from, reachM }: { readonly reachM: number; readonly from?: PlanPoint | undefined },
): Snap {
  const corners = walls.flatMap(({ x1, x2, y1, y2 }) => [
    { x: x1, y: y1 },
    { x: x2, y: y2 },
  ]);
  const corner = findNearest(point, corners, reachM);
  if (corner) return { ...corner, to: 'corner' };
  const feet = walls.flatMap((wall) => project(point, wall) ?? []);
  const foot = findNearest(point, feet, reachM);
  if (foot) return { x: round(foot.x), y: round(foot.y), to: 'wall' };
  const straight = from && alignToAngle(from, point);
  if (straight) return { x: round(straight.x), y: round(straight.y), to: 'angle' };
  return { x: round(toGrid(point.x)), y: round(toGrid(point.y)), to: undefined };
}

function findNearest(point: PlanPoint, others: readonly PlanPoint[], reachM: number): PlanPoint | undefined {
  let nearest: PlanPoint | undefined;
  let distance = reachM;
  for (const other of others) {
    const length = measure(point, other);
    if (length > distance) continue;
    distance = length;
    nearest = other;
  }
  return nearest;
}

/** Returns the point of a wall that is nearest to a point, if it is between the ends of the wall. */
export function project(point: PlanPoint, { x1, x2, y1, y2 }: PlanSegment): PlanPoint | undefined {
  const square = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  if (square === 0) return undefined;
  const share = ((point.x - x1) * (x2 - x1) + (point.y - y1) * (y2 - y1)) / square;
  return share < 0 || share > 1 ? undefined : { x: x1 + share * (x2 - x1), y: y1 + share * (y2 - y1) };
}

function alignToAngle(from: PlanPoint, point: PlanPoint): PlanPoint | undefined {
  const length = measure(from, point);
  if (length === 0) return undefined;
  const angle = (Math.atan2(point.y - from.y, point.x - from.x) * 180) / Math.PI;
  const nearest = Math.round(angle / ANGLE_STEP_DEG) * ANGLE_STEP_DEG;
  if (Math.abs(angle - nearest) > ANGLE_TOLERANCE_DEG) return undefined;
  const radians = (nearest * Math.PI) / 180;
  const along = toGrid(length);
  return { x: from.x + along * Math.cos(radians), y: from.y + along * Math.sin(radians) };
}

/** Returns the end of a wall of an exact length (m) in the direction of `to`. */
export function setLength(from: PlanPoint, to: PlanPoint, lengthM: number): PlanPoint {
  const length = measure(from, to);
  if (length === 0) return { x: round(from.x + lengthM), y: from.y };
  const factor = lengthM / length;
  return { x: round(from.x + (to.x - from.x) * factor), y: round(from.y + (to.y - from.y) * factor) };
}
