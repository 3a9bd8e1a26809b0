import { useRef } from 'react';
import type { PlanView } from './use-plan-view.ts';

interface Finger {
  readonly clientX: number;
  readonly clientY: number;
}

interface Pinch {
  readonly press: (event: React.PointerEvent) => void;
  /** Returns true while two fingers move the plan. */
  readonly move: (event: React.PointerEvent) => boolean;
  /** Returns true if the finger belonged to a gesture of two. */
  readonly release: (event: React.PointerEvent) => boolean;
}

const toFinger = ({ clientX, clientY }: Finger): Finger => ({ clientX, clientY });

/** Zooms and moves a plan with two fingers. */
export function usePinch({ pan, zoomAt }: Pick<PlanView, 'pan' | 'zoomAt'>): Pinch {
  const fingers = useRef(new Map<number, Finger>());
  const wasPinch = useRef(false);
  const measure = () => {
    const [one, other] = [...fingers.current.values()];
    if (!one || !other) return undefined;
    return {
      clientX: (one.clientX + other.clientX) / 2,
      clientY: (one.clientY + other.clientY) / 2,
      distance: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
    };
  };
  return {
    press: (event) => {
      fingers.current.set(event.pointerId, toFinger(event));
      wasPinch.current = fingers.current.size > 1;
    },
    move: (event) => {
      const before = measure();
      if (!before || !fingers.current.has(event.pointerId)) return false;
      fingers.current.set(event.pointerId, toFinger(event));
      const after = measure();
      if (!after) return false;
      pan(after.clientX - before.clientX, after.clientY - before.clientY);
      if (before.distance > 0) zoomAt(after.distance / before.distance, after);
      return true;
    },
    release: (event) => {
      fingers.current.delete(event.pointerId);
      return wasPinch.current;
    },
  };
}
