import type { LayoutOptions } from '@northlight/topology';
import { useEffect, useMemo, useState } from 'react';
import type { Viewport } from '../../kit/canvas/use-viewport.ts';
import type { Positions } from './positions.ts';
import { NAMES_ZOOM } from './use-fitted-view.ts';

/** Maximum number of cards in the page; more visible cards are drawn on a canvas. */
export const CARDS_MAX = 400;
/** Least size of the tiles of the window in which cards are looked for (px), so that a small move finds the same cards. */
const TILE = 400;
/** Maximum number of cards that are added in one frame, so that the drawing follows the pointer meanwhile. */
const STEP = 20;
const NO_CARDS: ReadonlySet<string> = new Set();

export interface VisibleCards {
  /** True if the canvas draws the cards: they are too small for names or too many, or not all of them are in the page yet. */
  readonly isOverview: boolean;
  /** Ids of the cards in the page: those in and near the window, and those above them; undefined if all cards are in the page. */
  readonly ids: ReadonlySet<string> | undefined;
}

/** Returns which cards are in the window. Small drawings have all their cards in the page. */
export function useVisibleCards(
  viewport: Viewport,
  positions: Positions,
  parents: ReadonlyMap<string, string>,
  { cardHeight, cardWidth }: LayoutOptions,
): VisibleCards {
  const isLarge = positions.size > CARDS_MAX;
  const area = isLarge ? findArea(viewport) : '';
  const wanted = useMemo(() => {
    if (!isLarge) return undefined;
    if (area === '') return NO_CARDS;
    const [left = 0, top = 0, right = 0, bottom = 0] = area.split(' ').map(Number);
    const ids = new Set<string>();
    for (const [id, { x, y }] of positions)
      if (x + cardWidth >= left && x <= right && y + cardHeight >= top && y <= bottom) ids.add(id);
    if (ids.size > CARDS_MAX) return NO_CARDS;
    // A line is drawn only if both of its cards are in the page.
    for (const id of ids) {
      const parentId = parents.get(id);
      if (parentId !== undefined) ids.add(parentId);
    }
    return ids;
  }, [area, cardHeight, cardWidth, isLarge, parents, positions]);
  const ids = useSteps(wanted);
  return { isOverview: wanted !== undefined && (wanted === NO_CARDS || ids !== wanted), ids };
}

/** Returns the tiles of the drawing in the window, as a text that most moves do not change; empty below the zoom of names. */
function findArea({ height, view: { x, y, zoom }, width }: Viewport): string {
  if (zoom < NAMES_ZOOM) return '';
  // The same size for a range of zoom levels, so that most steps of a zoom find the same cards.
  const tile = TILE / 2 ** Math.floor(Math.log2(zoom));
  const low = (from: number): number => Math.floor(-from / zoom / tile) * tile;
  const high = (from: number, size: number): number => Math.ceil((size - from) / zoom / tile) * tile;
  return [low(x), low(y), high(x, width), high(y, height)].map(Math.round).join(' ');
}

/** Follows a set by a limited number of further cards in each frame. Cards that are no longer wanted leave at once. */
function useSteps(wanted: ReadonlySet<string> | undefined): ReadonlySet<string> | undefined {
  const [shown, setShown] = useState<ReadonlySet<string>>(NO_CARDS);
  useEffect(() => {
    if (!wanted || shown === wanted) return;
    const frame = requestAnimationFrame(() => setShown(addCards(shown, wanted)));
    return () => cancelAnimationFrame(frame);
  }, [shown, wanted]);
  return wanted && (wanted === NO_CARDS ? NO_CARDS : shown);
}

function addCards(shown: ReadonlySet<string>, wanted: ReadonlySet<string>): ReadonlySet<string> {
  const kept = [...shown].filter((id) => wanted.has(id));
  const missing = [...wanted].filter((id) => !shown.has(id));
  return missing.length <= STEP ? wanted : new Set([...kept, ...missing.slice(0, STEP)]);
}
