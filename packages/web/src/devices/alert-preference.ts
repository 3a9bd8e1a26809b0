import { useSyncExternalStore } from 'react';
import { isBoolean, readStored, writeStored } from '../kit/stored.ts';

const listeners = new Set<() => void>();
const keyOf = (accountId: string): string => `northlight.joining-alert.${accountId}`;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether devices that want to join raise an alert in this browser; the page that switches it and the alert share it. */
export function useAlertPreference(accountId: string): [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(
    subscribe,
    () => readStored(localStorage, keyOf(accountId), isBoolean) ?? true,
  );
  const set = (next: boolean) => {
    writeStored(localStorage, keyOf(accountId), next);
    for (const listener of listeners) listener();
  };
  return [on, set];
}
