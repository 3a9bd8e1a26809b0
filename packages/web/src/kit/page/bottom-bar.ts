import { useCallback, useSyncExternalStore } from 'react';

let height = 0;
const listeners = new Set<() => void>();

function set(next: number): void {
  if (next === height) return;
  height = next;
  document.documentElement.style.setProperty('--bottom-bar', `${next}px`);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the height of the bar at the bottom of the page, above which floating elements are placed. */
export function useBottomBarHeight(): number {
  return useSyncExternalStore(subscribe, () => height);
}

/** Returns the ref callback that measures the bar. */
export function useBottomBar(): (node: HTMLElement | null) => (() => void) | undefined {
  return useCallback((node) => {
    if (!node) return undefined;
    const observer = new ResizeObserver(() => set(node.offsetHeight));
    observer.observe(node);
    return () => {
      observer.disconnect();
      set(0);
    };
  }, []);
}
