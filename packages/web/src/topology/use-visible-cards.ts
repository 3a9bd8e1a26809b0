import type { CardPosition, LayoutOptions } from '@northlight/topology';
import { useStore } from '@xyflow/react';
import { useMemo } from 'react';

/** Maximum number of cards in the page; more visible cards are drawn on a canvas. */
export const CARDS_MAX = 400;
/** Size of the tiles of the window in which cards are looked for (px), so that a small move finds the same cards. */
const TILE = 400;

export interface VisibleCards {
  /** True if there are too many cards for the page. */
  readonly isOverview: boolean;
  /** Ids of the cards in and near the window, and of those above them; undefined if all cards are in the page. */
  readonly ids: ReadonlySet<string> | undefined;
}

/** Returns which cards are in the window. Small drawings have all their cards in the page. */
export function useVisibleCards(
  positions: ReadonlyMap<string, CardPosition>,
  parents: ReadonlyMap<string, string>,
  { cardHeight, cardWidth }: LayoutOptions,
): VisibleCards {
  const isLarge = positions.size > CARDS_MAX;
  const area = useStore(({ height, transform: [x, y, zoom], width }) => {
    if (!isLarge) return '';
    const tile = TILE / zoom;
    const low = (from: number): number => Math.floor(-from / zoom / tile) * tile;
    const high = (from: number, size: number): number => Math.ceil((size - from) / zoom / tile) * tile;
    return [low(x), low(y), high(x, width), high(y, height)].map(Math.round).join(' ');
  });
  return useMemo(() => {
    if (!isLarge) return { isOverview: false, ids: undefined };
    const [left = 0, top = 0, right = 0, bottom = 0] = area.split(' ').map(Number);
    const ids = new Set<string>();
    for (const [id, { x, y }] of positions)
      if (x + cardWidth >= left && x <= right && y + cardHeight >= top && y <= bottom) ids.add(id);
    const isOverview = ids.size > CARDS_MAX;
    // A line is drawn only if both of its cards are in the page.
    for (const id of ids) {
      const parentId = parents.get(id);
      if (parentId !== undefined) ids.add(parentId);
    }
    return { isOverview, ids };
  }, [area, cardHeight, cardWidth, isLarge, parents, positions]);
}
