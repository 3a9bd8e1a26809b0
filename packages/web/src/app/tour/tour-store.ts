import { useSyncExternalStore } from 'react';
import { isNumber, readStored, writeStored } from '../../kit/stored.ts';
import { TOUR_STOPS } from './tour-stops.ts';

const KEY = 'northlight.tour';
/** Stored when the tour has ended, by the last stop or by the visitor. */
const ENDED = -1;

const isStop = (value: unknown): value is number =>
  isNumber(value) && Number.isInteger(value) && value >= ENDED && value < TOUR_STOPS.length;

let stop: number = readStored(() => localStorage, KEY, isStop) ?? 0;
const listeners = new Set<() => void>();

function set(next: number): void {
  stop = next;
  writeStored(() => localStorage, KEY, next);
  for (const listener of listeners) listener();
}

/** The guided tour of the demo: shown once per browser, until it ends. */
export const tour = { goTo: (next: number) => set(next), end: () => set(ENDED) };

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the index of the current stop; undefined when the tour has ended. */
export function useTourStop(): number | undefined {
  const current = useSyncExternalStore(subscribe, () => stop);
  return current === ENDED ? undefined : current;
}
