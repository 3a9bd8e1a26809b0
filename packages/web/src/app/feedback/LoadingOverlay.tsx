import { useMutationState } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type AnyRouter, useRouterState } from '@tanstack/react-router';
import type { Busy } from './busy.ts';
import { BusyScreen } from './BusyScreen.tsx';
import { useIdentityRequest } from '../session/identity-store.ts';

/** Delay that avoids a flash during short operations (ms). */
const DELAY_MS = 600;

/**
 * Covers the page during operations that cannot be interrupted and take longer than the delay. The overlay is
 * hidden while an operation waits for the user to confirm their identity.
 */
export function LoadingOverlay({ router }: { readonly router: AnyRouter }) {
  const jumping = useRouterState({ router, select: ({ isLoading }) => isLoading });
  const running = useMutationState({
    filters: { status: 'pending', predicate: (each) => each.meta?.busy !== undefined },
    select: (each) => each.meta?.busy,
  });
  const isIdentityRequested = useIdentityRequest();
  const busy = isIdentityRequested ? undefined : (running[0] ?? (jumping ? 'jumping' : undefined));
  const shown = useDelayed(busy);
  return shown ? <BusyScreen what={shown} /> : null;
}

function useDelayed(busy: Busy | undefined): Busy | undefined {
  const [delayed, setDelayed] = useState<Busy>();
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setDelayed(busy), DELAY_MS);
    return () => {
      clearTimeout(timer);
      setDelayed(undefined);
    };
  }, [busy]);
  return busy && delayed;
}
