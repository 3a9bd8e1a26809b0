import { useSyncExternalStore } from 'react';
import { isBoolean, readStored, writeStored } from '../kit/stored.ts';

/** Floating-window status of specification §3. */
const KEY = 'northlight.job-window-open';
let open = readStored(localStorage, KEY, isBoolean) ?? true;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  open = next;
  writeStored(localStorage, KEY, next);
  for (const listener of listeners) listener();
}

export const jobWindow = { show: () => set(true), toggle: () => set(!open) };

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the floating window shows its rows, or only its head. */
export function useJobWindowOpen(): boolean {
  return useSyncExternalStore(subscribe, () => open);
}
