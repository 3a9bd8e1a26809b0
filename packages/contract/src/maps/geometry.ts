/** A point on a floor plan: metres from its upper left corner. */
export interface PlanPoint {
  readonly x: number;
  readonly y: number;
}

export interface PlanSegment {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

export const getWallLength = ({ x1, x2, y1, y2 }: PlanSegment): number => Math.hypot(x2 - x1, y2 - y1);

/** True if two edges of a polygon that are not neighbours share a point, or an edge has no length. */
export function crossesItself(points: readonly PlanPoint[]): boolean {
  const edges = points.map((from, index) => [from, points[(index + 1) % points.length] ?? from] as const);
  return edges.some(([from, to], index) => {
    if (from.x === to.x && from.y === to.y) return true;
    return edges.some(([otherFrom, otherTo], other) => {
      const isNeighbour = other === index + 1 || (index === 0 && other === edges.length - 1);
      return other > index && !isNeighbour && shareAPoint([from, to], [otherFrom, otherTo]);
    });
  });
}

type Edge = readonly [PlanPoint, PlanPoint];

/** Twice the area of a triangle, positive if its corners are in clockwise order on the plan. */
const getTurn = (one: PlanPoint, other: PlanPoint, third: PlanPoint): number =>
  (other.x - one.x) * (third.y - one.y) - (other.y - one.y) * (third.x - one.x);

function shareAPoint([one, two]: Edge, [three, four]: Edge): boolean {
  const turns = [
    getTurn(one, two, three),
    getTurn(one, two, four),
    getTurn(three, four, one),
    getTurn(three, four, two),
  ];
  const [first = 0, second = 0, third = 0, fourth = 0] = turns;
  if (first * second < 0 && third * fourth < 0) return true;
  const isBetween = (point: PlanPoint, [from, to]: Edge): boolean =>
    Math.min(from.x, to.x) <= point.x &&
    point.x <= Math.max(from.x, to.x) &&
    Math.min(from.y, to.y) <= point.y &&
    point.y <= Math.max(from.y, to.y);
  return (
    (first === 0 && isBetween(three, [one, two])) ||
    (second === 0 && isBetween(four, [one, two])) ||
    (third === 0 && isBetween(one, [three, four])) ||
    (fourth === 0 && isBetween(two, [three, four]))
  );
}
