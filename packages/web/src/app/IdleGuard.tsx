import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { endSession, leaveForSignIn, noteEnd } from './session.ts';

const IdleWarning = lazy(async () => ({ default: (await import('./IdleWarning.tsx')).IdleWarning }));

/** Specification §9: idleness is looked at every 3 seconds. */
const CHECK_MS = 3_000;
const WARN_SECONDS = 60;
const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Warns, then signs out, when nobody has touched the page for the session's idle time; 0 is off. */
export function IdleGuard({ minutes }: { readonly minutes: number }) {
  const client = useQueryClient();
  const lastTouch = useRef(0);
  const [left, setLeft] = useState<number>();

  useEffect(() => {
    if (minutes <= 0) return;
    lastTouch.current = Date.now();
    const touch = () => {
      lastTouch.current = Date.now();
    };
    const check = () => {
      const seconds = minutes * 60 - (Date.now() - lastTouch.current) / 1000;
      if (seconds <= 0) {
        noteEnd('idle');
        void endSession(client)
          .catch(() => undefined)
          .then(() => leaveForSignIn(window.location.pathname + window.location.search));
      } else setLeft(seconds <= WARN_SECONDS ? Math.ceil(seconds) : undefined);
    };
    for (const name of EVENTS) window.addEventListener(name, touch, { passive: true });
    const timer = setInterval(check, CHECK_MS);
    return () => {
      clearInterval(timer);
      for (const name of EVENTS) window.removeEventListener(name, touch);
    };
  }, [minutes, client]);

  return (
    <Suspense>
      {left !== undefined && <IdleWarning seconds={left} onStay={() => setLeft(undefined)} />}
    </Suspense>
  );
}
