import type { CardPosition, Layout, LayoutOptions } from '../layout.ts';

/** Counts the pairs of cards that overlap; a sweep from left to right. */
export function countOverlaps({ positions }: Layout, { cardHeight, cardWidth }: LayoutOptions): number {
  const cards = [...positions.values()].toSorted((one, other) => one.x - other.x);
  let overlaps = 0;
  for (const [index, card] of cards.entries())
    for (let next = index + 1; next < cards.length; next++) {
      const other = cards[next];
      if (!other || other.x >= card.x + cardWidth) break;
      if (Math.abs(other.y - card.y) < cardHeight) overlaps++;
    }
  return overlaps;
}

interface Segment {
  readonly nodeId: string;
  readonly from: CardPosition;
  readonly to: CardPosition;
}

export const listSegments = ({ trunks }: Layout): Segment[] =>
  trunks.flatMap(({ lines, nodeId }) =>
    lines.flatMap(([from, to]) => (from && to ? [{ nodeId, from, to }] : [])),
  );

/** Counts the points where lines of different parents meet. All lines are horizontal or vertical. */
export function countCrossings(drawn: Layout): number {
  const segments = listSegments(drawn);
  const flat = segments.filter(({ from, to }) => from.y === to.y);
  const upright = segments.filter(({ from, to }) => from.x === to.x && from.y !== to.y);
  let crossings = 0;
  for (const one of flat)
    for (const other of upright) {
      if (one.nodeId === other.nodeId) continue;
      const [left, right] = [Math.min(one.from.x, one.to.x), Math.max(one.from.x, one.to.x)];
      const [top, bottom] = [Math.min(other.from.y, other.to.y), Math.max(other.from.y, other.to.y)];
      if (other.from.x >= left && other.from.x <= right && one.from.y >= top && one.from.y <= bottom)
        crossings++;
    }
  return crossings;
}
