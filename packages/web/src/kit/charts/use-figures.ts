import { useSyncExternalStore } from 'react';
import { isBoolean, readStored, writeStored } from '../stored.ts';

const KEY = 'northlight.charts.figures';
const listeners = new Set<() => void>();
let showsFigures = readStored(() => localStorage, KEY, isBoolean) ?? false;

function setShowsFigures(next: boolean): void {
  showsFigures = next;
  writeStored(() => localStorage, KEY, next);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns whether charts show a table of their series, and the function that changes it. The setting applies
 * to all charts of this browser.
 */
export const useFigures = (): [boolean, (next: boolean) => void] => [
  useSyncExternalStore(subscribe, () => showsFigures),
  setShowsFigures,
];
