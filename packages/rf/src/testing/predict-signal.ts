import { computeAntennaLoss } from '../map/antenna.ts';
import { computeFreeSpaceLoss, saturateWallLoss } from '../map/path-loss.ts';
import type { Transmitter } from '../map/signal-grid.ts';
import type { Point, Wall } from '../map/walls.ts';
import { isInside, listEdges, type Zone } from '../map/zones.ts';

/** Returns the signal (dBm) at one point by testing every wall and zone: the slow reference of `SignalGrid`. */
export function predictSignal(from: Transmitter, to: Point, limitDb?: number): number {
  const { heightM, sections, slabLossDb } = from.path;
  const distance = Math.hypot(to.x - from.x, to.y - from.y, heightM);
  let sum = 0;
  for (const section of sections) {
    for (const wall of section.walls) {
      const fraction = findCrossing(from, to, wall);
      if (fraction !== undefined && fraction > section.from && fraction <= section.to) sum += wall.lossDb;
    }
    for (const zone of section.zones ?? [])
      sum += zone.lossDbPerM * distance * measureInside(from, to, zone, section);
  }
  const antennaLoss = from.antenna
    ? computeAntennaLoss(from.antenna, to.x - from.x, to.y - from.y, heightM)
    : 0;
  return (
    from.powerDbm -
    antennaLoss -
    computeFreeSpaceLoss(distance, from.frequencyMhz) -
    slabLossDb -
    saturateWallLoss(sum, limitDb)
  );
}

/** Returns the share of a path that is in a zone and on its floor. */
function measureInside(
  from: Point,
  to: Point,
  { corners }: Zone,
  section: { readonly from: number; readonly to: number },
): number {
  const crossings = listEdges(corners).flatMap((edge) => findCrossing(from, to, edge) ?? []);
  const ends = [section.from, section.to, ...crossings]
    .filter((fraction) => fraction >= section.from && fraction <= section.to)
    .toSorted((one, other) => one - other);
  return ends.slice(1).reduce((share, end, index) => {
    const begin = ends[index] ?? 0;
    const middle = (begin + end) / 2;
    const point = { x: from.x + middle * (to.x - from.x), y: from.y + middle * (to.y - from.y) };
    return isInside(point, corners) ? share + end - begin : share;
  }, 0);
}

/** Returns the fraction of a path at which it crosses a wall; undefined if it does not. */
function findCrossing(from: Point, to: Point, { x1, x2, y1, y2 }: Omit<Wall, 'lossDb'>): number | undefined {
  const [dx, dy, wx, wy] = [to.x - from.x, to.y - from.y, x2 - x1, y2 - y1];
  const determinant = dx * wy - dy * wx;
  if (determinant === 0) return undefined;
  const fraction = ((x1 - from.x) * wy - (y1 - from.y) * wx) / determinant;
  const alongWall = ((x1 - from.x) * dy - (y1 - from.y) * dx) / determinant;
  return fraction > 0 && fraction < 1 && alongWall >= 0 && alongWall < 1 ? fraction : undefined;
}
