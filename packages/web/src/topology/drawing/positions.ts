import type { CardPosition, LayoutOptions } from '@northlight/topology';

/** Positions of cards by their ids, or the distances of moved cards from those above them. */
export type Positions = ReadonlyMap<string, CardPosition>;

/** Returns the rectangle that contains all cards (px). */
export function measureBounds(positions: Positions, { cardHeight, cardWidth }: LayoutOptions) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of positions.values()) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + cardWidth);
    bottom = Math.max(bottom, y + cardHeight);
  }
  return positions.size === 0
    ? { x: 0, y: 0, width: 1, height: 1 }
    : { x: left, y: top, width: right - left, height: bottom - top };
}
