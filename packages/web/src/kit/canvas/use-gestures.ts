import { type PointerEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import type { ClientPoint, Point, Viewport } from './use-viewport.ts';

/** A drag of an item, or of the drawing. */
export interface Drag<Item> {
  /** The pressed item; undefined beside all items. */
  readonly item: Item | undefined;
  /** Points of the drawing where the drag began, where it was before this step, and where it is. */
  readonly from: Point;
  readonly last: Point;
  readonly point: Point;
  /** True in the first step. */
  readonly isFirst: boolean;
}

interface GestureOptions<Item> {
  /** Drags an item. Returns false if the drawing moves instead. */
  readonly onDrag: (drag: Drag<Item>) => boolean;
  readonly onDrop: (drag: Drag<Item>) => void;
  /** An item, or the drawing, was pressed without a drag. */
  readonly onPress: (item: Item | undefined, point: Point) => void;
}

interface Gestures<Item> {
  /** Begins a gesture; further fingers zoom and move the drawing. */
  readonly press: (event: PointerEvent, item?: Item) => void;
  /** Handlers of the frame. `move` returns true while two fingers move the drawing. */
  readonly move: (event: PointerEvent) => boolean;
  readonly release: (event: PointerEvent) => void;
}

interface ActiveDrag<Item> extends ClientPoint {
  readonly item: Item | undefined;
  readonly from: Point;
  last: Point;
  isMoved: boolean;
}

/** Least distance of a drag (px). */
const DRAG_PX = 4;
/** Distance from the edges of the frame at which the drawing follows a dragged item, and its movement per frame (px). */
const EDGE_PX = 24;
const EDGE_STEP_PX = 10;

const pickPoint = ({ clientX, clientY }: ClientPoint): ClientPoint => ({ clientX, clientY });

/** Distinguishes presses, drags and gestures of two fingers in a drawing. */
export function useGestures<Item>(
  frame: RefObject<HTMLElement | null>,
  { pan, toPoint, zoomBy }: Viewport,
  { onDrag, onDrop, onPress }: GestureOptions<Item>,
): Gestures<Item> {
  const fingers = useRef(new Map<number, ClientPoint>());
  const active = useRef<ActiveDrag<Item>>(undefined);
  const edge = useRef<number>(undefined);
  const continueDrag = useRef<(event: PointerEvent) => void>(undefined);
  /** Ends a drag. Returns what was pressed if there was none. */
  const drop = (point: Point): ActiveDrag<Item> | undefined => {
    const drag = active.current;
    active.current = undefined;
    if (edge.current !== undefined) cancelAnimationFrame(edge.current);
    if (!drag?.isMoved) return drag;
    onDrop({ item: drag.item, from: drag.from, last: drag.last, point, isFirst: false });
    return undefined;
  };
  const press = (event: PointerEvent, item?: Item): void => {
    if (event.button !== 0) return;
    if (item !== undefined) event.stopPropagation();
    fingers.current.set(event.pointerId, pickPoint(event));
    frame.current?.setPointerCapture(event.pointerId);
    const point = toPoint(event);
    if (fingers.current.size > 1) drop(point);
    else active.current = { ...pickPoint(event), item, from: point, last: point, isMoved: false };
  };
  const move = (event: PointerEvent): boolean => {
    const before = measure(fingers.current);
    const finger = fingers.current.get(event.pointerId);
    if (finger) fingers.current.set(event.pointerId, pickPoint(event));
    const after = measure(fingers.current);
    if (finger && before && after) {
      pan(after.clientX - before.clientX, after.clientY - before.clientY);
      if (before.distance > 0) zoomBy(after.distance / before.distance, after);
      return true;
    }
    const drag = active.current;
    if (!drag || !finger) return false;
    const isFirst = !drag.isMoved;
    if (isFirst && Math.hypot(event.clientX - drag.clientX, event.clientY - drag.clientY) < DRAG_PX)
      return false;
    drag.isMoved = true;
    const point = toPoint(event);
    const isDragged = onDrag({ item: drag.item, from: drag.from, last: drag.last, point, isFirst });
    drag.last = point;
    if (isDragged) followEdge(event);
    else pan(event.clientX - finger.clientX, event.clientY - finger.clientY);
    return false;
  };
  /** Moves the drawing while an item is dragged at an edge of the frame. */
  const followEdge = (event: PointerEvent): void => {
    if (edge.current !== undefined) cancelAnimationFrame(edge.current);
    const push = findPush(event, frame.current?.getBoundingClientRect());
    if (push.x === 0 && push.y === 0) return;
    edge.current = requestAnimationFrame(() => {
      pan(push.x, push.y);
      continueDrag.current?.(event);
    });
  };
  useLayoutEffect(() => {
    continueDrag.current = move;
  });
  const release = (event: PointerEvent): void => {
    fingers.current.delete(event.pointerId);
    const point = toPoint(event);
    const pressed = drop(point);
    if (pressed && event.type !== 'pointercancel') onPress(pressed.item, point);
  };
  return { press, move, release };
}

/** Returns the middle and the distance of two fingers. */
function measure(fingers: ReadonlyMap<number, ClientPoint>) {
  const [one, other] = [...fingers.values()];
  if (!one || !other) return undefined;
  return {
    clientX: (one.clientX + other.clientX) / 2,
    clientY: (one.clientY + other.clientY) / 2,
    distance: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
  };
}

/** Returns the movement of the drawing (px) for a pointer at an edge of its frame. */
function findPush({ clientX, clientY }: ClientPoint, box: DOMRect | undefined): Point {
  const push = (at: number, from: number, to: number): number =>
    at < from + EDGE_PX ? EDGE_STEP_PX : at > to - EDGE_PX ? -EDGE_STEP_PX : 0;
  return box
    ? { x: push(clientX, box.left, box.right), y: push(clientY, box.top, box.bottom) }
    : { x: 0, y: 0 };
}
