import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { localState } from '../kit/local-state/index.ts';
import { CHECK_MS, createIdleWatch } from './idle-watch.ts';
import { endSession, leaveForSignIn, noteEnd } from './session.ts';

const IdleWarning = lazy(async () => ({ default: (await import('./IdleWarning.tsx')).IdleWarning }));

const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;
const CHANNEL = 'northlight.somebody-is-there';

/** Warns, then signs out, when nobody has touched any page of the session for its idle time; 0 is off. */
export function IdleGuard({ minutes }: { readonly minutes: number }) {
  const client = useQueryClient();
  const [left, setLeft] = useState<number>();

  useEffect(() => {
    if (minutes <= 0) return;
    const watch = createIdleWatch(minutes, () => Date.now());
    // Tabs share the session of the web: one in which somebody works keeps the others from ending it.
    const others = localState.token() === undefined ? new BroadcastChannel(CHANNEL) : undefined;
    let touched = false;
    let over = false;
    const touch = () => {
      touched = true;
      watch.touch();
    };
    const check = () => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
      if (touched) others?.postMessage('');
      touched = false;
      const seconds = watch.check();
      setLeft(seconds === 0 ? undefined : seconds);
      if (seconds !== 0 || over) return;
      over = true;
      noteEnd('idle');
      void endSession(client)
        .catch(() => undefined)
        .then(() => leaveForSignIn(window.location.pathname + window.location.search));
    };
    others?.addEventListener('message', watch.touch);
    for (const name of EVENTS) window.addEventListener(name, touch, { passive: true });
    const timer = setInterval(check, CHECK_MS);
    return () => {
      clearInterval(timer);
      others?.close();
      for (const name of EVENTS) window.removeEventListener(name, touch);
    };
  }, [minutes, client]);

  return (
    <Suspense>
      {left !== undefined && <IdleWarning seconds={left} onStay={() => setLeft(undefined)} />}
    </Suspense>
  );
}
