import type { Position } from './air-site.ts';

/** A corridor with rooms on both sides, as in a hotel or an office; each room has a device on one of its sides. */
const ROOM_WIDTH_M = 5;
const PER_FLOOR = 10;
/** Distance (m) of the two rows of rooms from the outer wall. */
const ROW_Y_M = { upper: 4, lower: 14 } as const;

/** Returns the place of a device without a floor plan, by its place in the order of the site's devices (0, 1, 2, …). */
export function placeInCorridor(index: number): Position {
  const onFloor = index % PER_FLOOR;
  return {
    x: (onFloor + 0.5) * ROOM_WIDTH_M,
    y: onFloor % 2 === 0 ? ROW_Y_M.upper : ROW_Y_M.lower,
    floor: Math.floor(index / PER_FLOOR),
  };
}
