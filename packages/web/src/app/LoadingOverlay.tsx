import { useMutationState } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type AnyRouter, useRouterState } from '@tanstack/react-router';
import type { Busy } from './busy.ts';
import { BusyScreen } from './BusyScreen.tsx';

/** Short work must not flash. */
const DELAY_MS = 600;

/** Covers the page while something that cannot be interrupted takes longer than a blink. */
export function LoadingOverlay({ router }: { readonly router: AnyRouter }) {
  const jumping = useRouterState({ router, select: ({ isLoading }) => isLoading });
  const running = useMutationState({
    filters: { status: 'pending', predicate: (each) => each.meta?.busy !== undefined },
    select: (each) => each.meta?.busy,
  });
  const busy = running[0] ?? (jumping ? 'jumping' : undefined);
  const shown = useDelayed(busy);
  return shown ? <BusyScreen what={shown} /> : null;
}

function useDelayed(busy: Busy | undefined): Busy | undefined {
  const [late, setLate] = useState<Busy>();
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setLate(busy), DELAY_MS);
    return () => {
      clearTimeout(timer);
      setLate(undefined);
    };
  }, [busy]);
  return busy && late;
}
