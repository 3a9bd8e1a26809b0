import { useSyncExternalStore } from 'react';

let wanted = false;
const listeners = new Set<() => void>();

/** The first toast brings the place where toasts appear. */
export function wantToasts(): void {
  if (wanted) return;
  wanted = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useToastsWanted(): boolean {
  return useSyncExternalStore(subscribe, () => wanted);
}
