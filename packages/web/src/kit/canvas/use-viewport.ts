import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The part of a drawing that its frame shows. */
export interface View {
  /** Position of the drawing's origin in the frame (px). */
  readonly x: number;
  readonly y: number;
  /** Pixels per unit of the drawing. */
  readonly zoom: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A point of the window (px). */
export interface ClientPoint {
  readonly clientX: number;
  readonly clientY: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface ZoomLimits {
  readonly minZoom: number;
  readonly maxZoom: number;
}

/** View of a drawing, with the size of its frame (px), which is 0 before the first measurement. */
export interface Viewport extends Size {
  readonly view: View;
  /** Moves to a view, in one step or within a time (ms). */
  readonly show: (view: View, durationMs?: number) => void;
  readonly pan: (dx: number, dy: number) => void;
  /** Zooms around a point of the window; around the middle of the frame without one. */
  readonly zoomBy: (factor: number, around?: ClientPoint) => void;
  /** Returns the point of the drawing under a point of the window. */
  readonly toPoint: (event: ClientPoint) => Point;
}

const START: View = { x: 0, y: 0, zoom: 1 };
/** Powers of two by which the wheel zooms, per pixel and per line. */
const ZOOM_PER_PIXEL = 0.002;
const ZOOM_PER_LINE = 0.05;
/** Two fingers on a touch pad send many small steps with the key Ctrl. */
const PINCH_FACTOR = 10;
const PINCH_STEP_MAX = 50;

/** The view of a drawing in a frame, which the wheel zooms. */
export function useViewport(
  frame: RefObject<HTMLElement | null>,
  { maxZoom, minZoom }: ZoomLimits,
): Viewport {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [view, setView] = useState(START);
  const latest = useRef(START);
  const animation = useRef<number>(undefined);
  useLayoutEffect(() => {
    latest.current = view;
  });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  const change = useCallback((next: (before: View) => View) => {
    if (animation.current !== undefined) cancelAnimationFrame(animation.current);
    setView(next);
  }, []);
  const show = useCallback(
    (to: View, durationMs = 0) => {
      if (durationMs === 0) return change(() => to);
      const from = latest.current;
      const start = performance.now();
      const step = (now: number): void => {
        const share = Math.min(1, Math.max(0, (now - start) / durationMs));
        change(() => mixViews(from, to, share * (2 - share)));
        if (share < 1) animation.current = requestAnimationFrame(step);
      };
      animation.current = requestAnimationFrame(step);
      return undefined;
    },
    [change],
  );
  const zoomAt = useCallback(
    (factor: number, at: Point) =>
      change((before) => {
        const zoom = Math.min(maxZoom, Math.max(minZoom, before.zoom * factor));
        const ratio = zoom / before.zoom;
        return { zoom, x: at.x - (at.x - before.x) * ratio, y: at.y - (at.y - before.y) * ratio };
      }),
    [change, maxZoom, minZoom],
  );
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      // The drawing is not zoomed around a point of its overview.
      const isOverview = event.target instanceof Element && event.target.closest('[data-overview-map]');
      zoomAt(2 ** -getWheelSteps(event), isOverview ? getMiddle(box) : toFrame(event, box));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frame, zoomAt]);
  useEffect(
    () => () => {
      if (animation.current !== undefined) cancelAnimationFrame(animation.current);
    },
    [],
  );
  const pan = useCallback(
    (dx: number, dy: number) => change((before) => ({ ...before, x: before.x + dx, y: before.y + dy })),
    [change],
  );
  return {
    ...size,
    view,
    show,
    pan,
    zoomBy: (factor, around) => {
      const box = frame.current?.getBoundingClientRect();
      if (box) zoomAt(factor, around ? toFrame(around, box) : getMiddle(box));
    },
    toPoint: (event) => {
      const { x, y } = toFrame(event, frame.current?.getBoundingClientRect());
      return { x: (x - view.x) / view.zoom, y: (y - view.y) / view.zoom };
    },
  };
}

/** Returns the point of a frame at a point of the window. */
const toFrame = ({ clientX, clientY }: ClientPoint, box?: DOMRect): Point => ({
  x: clientX - (box?.left ?? 0),
  y: clientY - (box?.top ?? 0),
});

const getMiddle = ({ height, width }: Size): Point => ({ x: width / 2, y: height / 2 });

function getWheelSteps({ ctrlKey, deltaMode, deltaY }: WheelEvent): number {
  if (deltaMode === WheelEvent.DOM_DELTA_LINE) return deltaY * ZOOM_PER_LINE;
  const isPinch = ctrlKey && Math.abs(deltaY) < PINCH_STEP_MAX;
  return deltaY * ZOOM_PER_PIXEL * (isPinch ? PINCH_FACTOR : 1);
}

function mixViews(from: View, to: View, share: number): View {
  const mix = (one: number, other: number): number => one + (other - one) * share;
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), zoom: mix(from.zoom, to.zoom) };
}

interface Rectangle extends Point, Size {}

/**
 * Returns the view that shows a rectangle of the drawing as large as possible in the middle of its frame.
 *
 * @param padding least distance from the edges of the frame (px)
 */
export function fitView(
  { height, width, x, y }: Rectangle,
  frame: Size,
  { maxZoom, minZoom, padding }: ZoomLimits & { readonly padding: number },
): View {
  const largest = Math.min((frame.width - 2 * padding) / width, (frame.height - 2 * padding) / height);
  const zoom = Math.min(maxZoom, Math.max(minZoom, largest));
  return centreView({ x: x + width / 2, y: y + height / 2 }, frame, zoom);
}

/** Returns the view with a point of the drawing in the middle of its frame. */
export const centreView = ({ x, y }: Point, { height, width }: Size, zoom: number): View => ({
  zoom,
  x: width / 2 - x * zoom,
  y: height / 2 - y * zoom,
});
