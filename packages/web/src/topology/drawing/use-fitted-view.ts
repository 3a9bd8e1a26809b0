import type { LayoutOptions } from '@northlight/topology';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { centreView, fitView, type Viewport } from '../../kit/canvas/use-viewport.ts';
import { measureBounds, type Positions } from './positions.ts';

const PADDING_PX = 12;
export const ZOOM_LIMITS = { minZoom: 0.02, maxZoom: 2 };
/** Zoom levels of the whole drawing, and of a card that is moved into view. */
const FIT = { ...ZOOM_LIMITS, maxZoom: 1.1, padding: PADDING_PX };
const CARD_ZOOM = 1;
const MOVE_MS = 250;
/** Zoom level from which cards show their names. */
export const NAMES_ZOOM = 0.4;
/** Width of the drawing below which it opens with readable names instead of as a whole (px). */
const PHONE_WIDTH = 600;
/** Zoom level at which the names of cards are readable on a phone. */
const READABLE_ZOOM = 0.62;
/** Pixels that a drawing can lie outside its window and still be whole. */
const SLACK = 2;

/**
 * Fits the drawing into the window when its cards or its proportion change, and moves a chosen card into view. Returns the
 * function that fits the drawing, one that moves a card to the middle, and whether the window shows all of it.
 */
export function useFittedView(
  { height, show, view, width }: Viewport,
  positions: Positions,
  options: LayoutOptions,
  target: { readonly id: string } | undefined,
  shape: string,
  selectedId: string | undefined,
) {
  const bounds = useMemo(() => measureBounds(positions, options), [options, positions]);
  const fit = useCallback(
    (durationMs = MOVE_MS) => show(fitView(bounds, { width, height }, FIT), durationMs),
    [bounds, height, show, width],
  );
  const centre = useCallback(
    (id: string, zoom: number, durationMs = 0) => {
      const at = positions.get(id);
      if (!at) return;
      const middle = { x: at.x + options.cardWidth / 2, y: at.y + options.cardHeight / 2 };
      show(centreView(middle, { width, height }, zoom), durationMs);
    },
    [height, options, positions, show, width],
  );
  const fitted = useRef<string>(undefined);
  // Before the painting, so that a drawing never appears at another place first.
  useLayoutEffect(() => {
    const fittedShape = `${shape} ${options.aspect}`;
    if (width === 0 || fitted.current === fittedShape) return;
    const isFirst = fitted.current === undefined;
    fitted.current = fittedShape;
    const whole = fitView(bounds, { width, height }, FIT);
    if (width >= PHONE_WIDTH || whole.zoom >= READABLE_ZOOM) return fit(isFirst ? 0 : MOVE_MS);
    // A phone shows the upper left part, because the cards of the whole drawing would have no names.
    const place = (from: number): number => PADDING_PX - from * READABLE_ZOOM;
    return show({ x: place(bounds.x), y: place(bounds.y), zoom: READABLE_ZOOM });
  }, [bounds, fit, height, options, shape, show, width]);
  const size = useRef({ width, height });
  const latest = useRef(view);
  useEffect(() => {
    latest.current = view;
  });
  const isPart = useRef(false);
  // A drawing that fills the window still does when the size of the window changes. If its cards would lose their names beside
  // a panel, the window shows the selected card instead, until it is large enough again.
  useEffect(() => {
    const before = size.current;
    size.current = { width, height };
    if (before.width === 0 || (before.width === width && before.height === height)) return;
    const whole = fitView(bounds, before, FIT);
    const { x, y, zoom } = latest.current;
    const wasWhole = Math.hypot(whole.x - x, whole.y - y) < 2 && Math.abs(whole.zoom - zoom) < 0.01;
    if (!wasWhole && !isPart.current) return;
    const next = fitView(bounds, { width, height }, FIT);
    isPart.current = positions.has(selectedId ?? '') && zoom >= NAMES_ZOOM && next.zoom < NAMES_ZOOM;
    if (isPart.current) centre(selectedId ?? '', zoom);
    else fit(0);
  }, [bounds, centre, fit, height, positions, selectedId, width]);
  const moved = useRef<typeof target>(undefined);
  useEffect(() => {
    if (target && target !== moved.current) centre(target.id, CARD_ZOOM, MOVE_MS);
    moved.current = target;
  }, [centre, target]);
  const isInside = (from: number, length: number, room: number): boolean =>
    from >= -SLACK && from + length * view.zoom <= room + SLACK;
  const isWhole =
    isInside(bounds.x * view.zoom + view.x, bounds.width, width) &&
    isInside(bounds.y * view.zoom + view.y, bounds.height, height);
  return { bounds, fit, centre, isWhole };
}
