import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { localState } from '../../kit/local-state/index.ts';
import { CHECK_MS, createIdleWatch } from './idle-watch.ts';
import { endSession, redirectToSignIn, setSignOutReason } from './session.ts';

const IdleWarning = lazy(async () => ({ default: (await import('./IdleWarning.tsx')).IdleWarning }));

const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;
const CHANNEL = 'northlight.activity';

const isPointerAtRest = ({ movementX, movementY, type }: PointerEvent): boolean =>
  type === 'pointermove' && movementX === 0 && movementY === 0;

/**
 * Warns and then signs out after the session's idle time without activity in any of its tabs. An idle time of
 * 0 disables both.
 */
export function IdleGuard({ minutes }: { readonly minutes: number }) {
  const client = useQueryClient();
  const [left, setLeft] = useState<number>();

  useEffect(() => {
    if (minutes <= 0) return;
    const watch = createIdleWatch(minutes, () => Date.now());
    // Shares activity between the tabs of one session, so that an idle tab does not end it.
    const others = localState.token() === undefined ? new BroadcastChannel(CHANNEL) : undefined;
    let hasActivity = false;
    let isOver = false;
    const onActivity = (event: Event) => {
      // Ignores a pointer that did not move: a browser reports it when the page changes under it, for example
      // by the warning itself.
      if (event instanceof PointerEvent && isPointerAtRest(event)) return;
      hasActivity = true;
      watch.recordActivity();
    };
    const check = () => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
      if (hasActivity) others?.postMessage('');
      hasActivity = false;
      const seconds = watch.check();
      setLeft(seconds === 0 ? undefined : seconds);
      if (seconds !== 0 || isOver) return;
      isOver = true;
      setSignOutReason('idle');
      void endSession(client)
        .catch(() => undefined)
        .then(() => redirectToSignIn(window.location.pathname + window.location.search));
    };
    others?.addEventListener('message', watch.recordActivity);
    for (const name of EVENTS) window.addEventListener(name, onActivity, { passive: true });
    const timer = setInterval(check, CHECK_MS);
    return () => {
      clearInterval(timer);
      others?.close();
      for (const name of EVENTS) window.removeEventListener(name, onActivity);
    };
  }, [minutes, client]);

  return (
    <Suspense>
      {left !== undefined && <IdleWarning seconds={left} onStay={() => setLeft(undefined)} />}
    </Suspense>
  );
}
