import { useSyncExternalStore } from 'react';

let isMounted = false;
const listeners = new Set<() => void>();

/** Mounts the toast container with the first toast. */
export function mountToasts(): void {
  if (isMounted) return;
  isMounted = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useToastsMounted(): boolean {
  return useSyncExternalStore(subscribe, () => isMounted);
}
