import { useSyncExternalStore } from 'react';

/** State of the live stream; it is `paused` while the page is hidden. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'paused';

let state: LiveState = 'connecting';
const listeners = new Set<() => void>();

export function setLiveState(next: LiveState): void {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribe, () => state);
}
