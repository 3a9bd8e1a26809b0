import {
  type CardPosition,
  findParentIds,
  type Layout,
  layout,
  type LayoutOptions,
  moveCards,
  type TopologyGraph,
} from '@northlight/topology';
import { useMemo, useState } from 'react';
import type { Viewport } from '../../kit/canvas/use-viewport.ts';
import type { Positions } from './positions.ts';
import type { DisplayGraph } from '../graph/display-graph.ts';
import { SPACING } from './drawing-styles.ts';

/** Proportions of windows that a drawing can fill. */
const NARROWEST = 0.6;
const WIDEST = 2.6;
/** Number of cards that can be added or removed while the others keep their places. */
const KEPT_CHANGES = 12;

/**
 * Returns the options of a drawing that fills its window. The proportion stays when a panel makes the window narrower, until
 * it is renewed. Drawings with moved cards, and those whose cards can be moved, have the same proportion in every window, so that no card
 * covers a moved one.
 */
export function useLayoutOptions(
  { height, width }: Viewport,
  direction: LayoutOptions['direction'],
  hasMovedCards: boolean,
) {
  const [aspect, setAspect] = useState<number>();
  const present = width > 0 && height > 0 ? Math.min(Math.max(width / height, NARROWEST), WIDEST) : undefined;
  if (aspect === undefined && present !== undefined) setAspect(present);
  const used = hasMovedCards ? undefined : aspect;
  const options = useMemo(
    (): LayoutOptions => ({ ...SPACING, direction, ...(used !== undefined && { aspect: used }) }),
    [direction, used],
  );
  return { options, renew: () => setAspect(present) };
}

/** Places the cards. While a card is dragged, it and the cards below it follow the pointer. */
export function usePlacedCards(
  graph: DisplayGraph,
  options: LayoutOptions,
  offsets: Positions,
  onMove: ((nodeId: string, offset: CardPosition) => void) | undefined,
) {
  const [drag, setDrag] = useState<{
    readonly id: string;
    readonly start: CardPosition;
    readonly offset: CardPosition;
  }>();
  const shown = useMemo(
    () => (drag ? new Map([...offsets, [drag.id, drag.offset]]) : offsets),
    [drag, offsets],
  );
  const placed = useSteadyLayout(graph, options);
  const parents = useMemo(() => findParentIds(graph.tree), [graph]);
  const positions = useMemo(() => moveCards(placed, graph.tree, shown), [graph, placed, shown]);
  /** Returns where a card was before its drag, and its distance from the card above after it was moved by a distance. */
  const move = (id: string, by: CardPosition) => {
    const start = drag?.id === id ? drag.start : positions.get(id);
    const above = positions.get(parents.get(id) ?? '') ?? { x: 0, y: 0 };
    return start && { start, offset: { x: start.x + by.x - above.x, y: start.y + by.y - above.y } };
  };
  return {
    positions,
    parents,
    /** Shows a card that is dragged, by its distance from where it was. */
    dragBy: (id: string, by: CardPosition): void => {
      const moved = move(id, by);
      if (moved) setDrag({ id, ...moved });
    },
    moveBy: (id: string, by: CardPosition): void => {
      const moved = move(id, by);
      setDrag(undefined);
      if (moved) onMove?.(id, { x: Math.round(moved.offset.x), y: Math.round(moved.offset.y) });
    },
  };
}

interface Placed {
  readonly tree: TopologyGraph;
  readonly options: LayoutOptions;
  readonly layout: Layout;
}

/** Places the cards so that few added or removed ones move no others outside their row. */
function useSteadyLayout({ tree }: DisplayGraph, options: LayoutOptions): Layout {
  const [placed, setPlaced] = useState<Placed>(() => ({ tree, options, layout: layout(tree, options) }));
  if (placed.tree === tree && placed.options === options) return placed.layout;
  const earlier = placed.options === options && hasFewChanges(placed, tree) ? placed.layout : undefined;
  const next = { tree, options, layout: layout(tree, options, earlier) };
  setPlaced(next);
  return next.layout;
}

function hasFewChanges({ layout: { positions } }: Placed, { nodes }: TopologyGraph): boolean {
  const added = nodes.filter(({ id }) => !positions.has(id)).length;
  const removed = positions.size + added - nodes.length;
  return added + removed <= KEPT_CHANGES;
}
