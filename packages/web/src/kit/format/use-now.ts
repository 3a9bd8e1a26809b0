import { useSyncExternalStore } from 'react';

const TICK_MS = 5_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function updateTime(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) timer = setInterval(updateTime, TICK_MS);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** Updates the shared clock without rendering, because it is not updated while no component uses it. */
function readTime(): number {
  if (listeners.size === 0 && Date.now() - now >= TICK_MS) now = Date.now();
  return now;
}

/** Returns the current time for ages. All rows share one timer. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, readTime);
}
