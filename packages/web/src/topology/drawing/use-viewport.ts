import type { LayoutOptions } from '@northlight/topology';
import { getViewportForBounds, useReactFlow, useStore } from '@xyflow/react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { measureBounds, type Positions } from './positions.ts';

const PADDING = 0.03;
/** Zoom levels of the whole drawing, and of a card that is moved into view. */
const FIT_MAX_ZOOM = 1.1;
const CARD_ZOOM = 1;
const MOVE_MS = 250;
/** Zoom level from which cards show their names. */
export const NAMES_ZOOM = 0.4;
/** Width of the drawing below which it opens with readable names instead of as a whole (px). */
const PHONE_WIDTH = 600;
const PHONE_MARGIN = 12;
/** Zoom level at which the names of cards are readable on a phone. */
const READABLE_ZOOM = 0.62;
/** Pixels that a drawing can lie outside its window and still be whole. */
const SLACK = 2;
export const MIN_ZOOM = 0.02;
export const MAX_ZOOM = 2;

/**
 * Fits the drawing into the window when its cards or its proportion change, and moves a chosen card into view. Returns the
 * function that fits the drawing, and whether the window shows all of it.
 */
export function useViewport(
  positions: Positions,
  options: LayoutOptions,
  target: { readonly id: string } | undefined,
  shape: string,
  selectedId: string | undefined,
): { readonly fit: () => void; readonly isWhole: boolean } {
  const { setCenter, setViewport } = useReactFlow();
  const [width, height] = [useStore((state) => state.width), useStore((state) => state.height)];
  const bounds = useMemo(() => measureBounds(positions, options), [options, positions]);
  const fit = useCallback(
    (duration = MOVE_MS) => {
      const viewport = getViewportForBounds(bounds, width, height, MIN_ZOOM, FIT_MAX_ZOOM, PADDING);
      void setViewport(viewport, { duration });
    },
    [bounds, height, setViewport, width],
  );
  const { getViewport } = useReactFlow();
  const isWhole = useStore(({ transform: [x, y, zoom] }) => {
    const isInside = (from: number, length: number, size: number): boolean =>
      from >= -SLACK && from + length * zoom <= size + SLACK;
    return (
      isInside(bounds.x * zoom + x, bounds.width, width) &&
      isInside(bounds.y * zoom + y, bounds.height, height)
    );
  });
  const fitted = useRef<string>(undefined);
  const size = useRef({ width, height });
  useEffect(() => {
    const fittedShape = `${shape} ${options.aspect}`;
    if (width === 0 || fitted.current === fittedShape) return;
    const isFirst = fitted.current === undefined;
    fitted.current = fittedShape;
    const whole = getViewportForBounds(bounds, width, height, MIN_ZOOM, FIT_MAX_ZOOM, PADDING);
    if (width >= PHONE_WIDTH || whole.zoom >= READABLE_ZOOM) return fit(isFirst ? 0 : MOVE_MS);
    // A phone shows the upper left part, because the cards of the whole drawing would have no names.
    const x = PHONE_MARGIN - bounds.x * READABLE_ZOOM;
    const y = PHONE_MARGIN - bounds.y * READABLE_ZOOM;
    void setViewport({ x, y, zoom: READABLE_ZOOM });
    return undefined;
  }, [bounds, fit, height, options, setViewport, shape, width]);
  const isPart = useRef(false);
  // A drawing that fills the window still does when the size of the window changes. If its cards would lose their names beside
  // a panel, the window shows the selected card instead, until it is large enough again.
  useEffect(() => {
    const before = size.current;
    size.current = { width, height };
    if (before.width === 0 || (before.width === width && before.height === height)) return;
    const whole = getViewportForBounds(bounds, before.width, before.height, MIN_ZOOM, FIT_MAX_ZOOM, PADDING);
    const { x, y, zoom } = getViewport();
    const wasWhole = Math.hypot(whole.x - x, whole.y - y) < 2 && Math.abs(whole.zoom - zoom) < 0.01;
    if (!wasWhole && !isPart.current) return;
    const next = getViewportForBounds(bounds, width, height, MIN_ZOOM, FIT_MAX_ZOOM, PADDING);
    const selected = positions.get(selectedId ?? '');
    isPart.current = selected !== undefined && zoom >= NAMES_ZOOM && next.zoom < NAMES_ZOOM;
    if (selected && isPart.current)
      void setCenter(selected.x + options.cardWidth / 2, selected.y + options.cardHeight / 2, { zoom });
    else fit(0);
  }, [bounds, fit, getViewport, height, options, positions, selectedId, setCenter, width]);
  const moved = useRef<typeof target>(undefined);
  useEffect(() => {
    const at = target === moved.current ? undefined : positions.get(target?.id ?? '');
    moved.current = target;
    if (!at) return;
    void setCenter(at.x + options.cardWidth / 2, at.y + options.cardHeight / 2, {
      zoom: CARD_ZOOM,
      duration: MOVE_MS,
    });
  }, [options, positions, setCenter, target]);
  return { fit, isWhole };
}
