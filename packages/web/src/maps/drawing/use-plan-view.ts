import type { PlanPoint, PlanSettings } from '@northlight/contract';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { MapView } from '../../map-canvas/index.ts';

const PADDING_PX = 24;
const ZOOM_STEP = 1.25;
const MIN_PX_PER_M = 0.2;
const MAX_PX_PER_M = 400;

export interface PlanView {
  readonly view: MapView;
  readonly width: number;
  readonly height: number;
  readonly fit: () => void;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  readonly pan: (dx: number, dy: number) => void;
  /** Zooms around a point of the window (px). */
  readonly zoomAt: (factor: number, point: { readonly clientX: number; readonly clientY: number }) => void;
  /** Returns the point of the plan (m) under a point of the window (px). */
  readonly toPlan: (event: { readonly clientX: number; readonly clientY: number }) => PlanPoint;
}

/** The part of a plan that its frame shows: it fits the plan at first, and follows the wheel and drags. */
export function usePlanView(
  frame: RefObject<HTMLElement | null>,
  { depthM, widthM }: PlanSettings['size'],
): PlanView {
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [view, setView] = useState<MapView>({ x: 0, y: 0, pxPerM: 10 });
  const fitted = useRef('');
  const fit = useCallback(() => {
    const { height, width } = size;
    if (width === 0) return;
    const pxPerM = clamp(Math.min((width - 2 * PADDING_PX) / widthM, (height - 2 * PADDING_PX) / depthM));
    setView({ pxPerM, x: (width - widthM * pxPerM) / 2, y: (height - depthM * pxPerM) / 2 });
  }, [depthM, size, widthM]);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  useLayoutEffect(() => {
    const shape = `${size.width} ${size.height} ${widthM} ${depthM}`;
    if (size.width === 0 || fitted.current === shape) return;
    fitted.current = shape;
    fit();
  }, [depthM, fit, size, widthM]);
  const zoom = useCallback(
    (factor: number, at: { readonly x: number; readonly y: number }) =>
      setView((before) => {
        const pxPerM = clamp(before.pxPerM * factor);
        const ratio = pxPerM / before.pxPerM;
        return { pxPerM, x: at.x - (at.x - before.x) * ratio, y: at.y - (at.y - before.y) * ratio };
      }),
    [],
  );
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      zoom(Math.exp(-event.deltaY / 400), { x: event.clientX - box.left, y: event.clientY - box.top });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frame, zoom]);
  const middle = { x: size.width / 2, y: size.height / 2 };
  return {
    view,
    ...size,
    fit,
    zoomIn: () => zoom(ZOOM_STEP, middle),
    zoomOut: () => zoom(1 / ZOOM_STEP, middle),
    zoomAt: (factor, { clientX, clientY }) => {
      const box = frame.current?.getBoundingClientRect();
      zoom(factor, { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) });
    },
    pan: (dx, dy) => setView((before) => ({ ...before, x: before.x + dx, y: before.y + dy })),
    toPlan: ({ clientX, clientY }) => {
      const box = frame.current?.getBoundingClientRect();
      return {
        x: (clientX - (box?.left ?? 0) - view.x) / view.pxPerM,
        y: (clientY - (box?.top ?? 0) - view.y) / view.pxPerM,
      };
    },
  };
}

const clamp = (pxPerM: number): number => Math.min(MAX_PX_PER_M, Math.max(MIN_PX_PER_M, pxPerM));
