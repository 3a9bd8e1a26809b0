import type { Position } from './air-site.ts';

/** The area of a site (m) and its floors, limits included. */
export interface SiteArea {
  readonly fromX: number;
  readonly toX: number;
  readonly fromY: number;
  readonly toY: number;
  readonly lowestFloor: number;
  readonly highestFloor: number;
}

/** Distance (m) from the outermost devices to the outer walls. */
const MARGIN_M = 4;

/** Returns the area around the devices of a site; a site without devices is a single room on floor 0. */
export function findSiteArea(positions: readonly Position[]): SiteArea {
  const first = positions[0] ?? { x: 0, y: 0, floor: 0 };
  const innermost: SiteArea = {
    fromX: first.x - MARGIN_M,
    toX: first.x + MARGIN_M,
    fromY: first.y - MARGIN_M,
    toY: first.y + MARGIN_M,
    lowestFloor: first.floor,
    highestFloor: first.floor,
  };
  return positions.reduce(
    (area, { floor, x, y }) => ({
      fromX: Math.min(area.fromX, x - MARGIN_M),
      toX: Math.max(area.toX, x + MARGIN_M),
      fromY: Math.min(area.fromY, y - MARGIN_M),
      toY: Math.max(area.toY, y + MARGIN_M),
      lowestFloor: Math.min(area.lowestFloor, floor),
      highestFloor: Math.max(area.highestFloor, floor),
    }),
    innermost,
  );
}
