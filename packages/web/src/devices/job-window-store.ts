import { useSyncExternalStore } from 'react';
import { localState } from '../kit/local-state/index.ts';

/** Persisted state of the floating window (specification §3). */
let open = localState.floatOpen();
const listeners = new Set<() => void>();

function set(next: boolean): void {
  open = next;
  localState.setFloatOpen(next);
  for (const listener of listeners) listener();
}

export const jobWindow = { show: () => set(true), toggle: () => set(!open) };

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useJobWindowOpen(): boolean {
  return useSyncExternalStore(subscribe, () => open);
}
