import type { CardPosition, LayoutOptions } from '@northlight/topology';

export type Offsets = ReadonlyMap<string, CardPosition>;

/** Moves all cards so that the drawing begins at 0. Returns them with the size of the drawing (px). */
export function alignCards(
  positions: ReadonlyMap<string, CardPosition>,
  { cardHeight, cardWidth }: LayoutOptions,
): {
  readonly positions: ReadonlyMap<string, CardPosition>;
  readonly width: number;
  readonly height: number;
} {
  const all = [...positions.values()];
  if (all.length === 0) return { positions, width: 0, height: 0 };
  const left = Math.min(...all.map(({ x }) => x));
  const top = Math.min(...all.map(({ y }) => y));
  return {
    positions: new Map([...positions].map(([id, { x, y }]) => [id, { x: x - left, y: y - top }])),
    width: Math.max(...all.map(({ x }) => x)) - left + cardWidth,
    height: Math.max(...all.map(({ y }) => y)) - top + cardHeight,
  };
}
