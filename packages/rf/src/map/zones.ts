import type { Point } from './walls.ts';

/**
 * An area of a plan that weakens signals by its depth, such as shelves of a warehouse, a machine room or trees: dB per metre
 * of the path inside the area, as survey tools define attenuation areas and ITU-R P.833 defines vegetation. The loss is
 * added to the losses of the walls and saturates with them, because the same reflections lead around both.
 */
export interface Zone {
  /** Corners of the outline (m); the last one is connected to the first one. */
  readonly corners: readonly Point[];
  readonly lossDbPerM: number;
}

/** True if a point is inside a polygon (even-odd rule). */
export function isInside({ x, y }: Point, corners: readonly Point[]): boolean {
  let inside = false;
  for (const [index, one] of corners.entries()) {
    const other = corners[(index + 1) % corners.length] ?? one;
    if (one.y > y !== other.y > y && x < one.x + ((y - one.y) / (other.y - one.y)) * (other.x - one.x))
      inside = !inside;
  }
  return inside;
}

/** Returns the edges of a polygon. */
export const listEdges = (corners: readonly Point[]) =>
  corners.map((one, index) => {
    const other = corners[(index + 1) % corners.length] ?? one;
    return { x1: one.x, y1: one.y, x2: other.x, y2: other.y };
  });

/** Returns the area of a polygon (m²), positive if its corners are listed clockwise on the plan. */
export const computeSignedArea = (corners: readonly Point[]): number =>
  listEdges(corners).reduce((sum, { x1, x2, y1, y2 }) => sum + (x1 * y2 - x2 * y1) / 2, 0);
