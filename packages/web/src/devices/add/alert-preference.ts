import { useSyncExternalStore } from 'react';
import { isBoolean, readStored, writeStored } from '../../kit/stored.ts';

const listeners = new Set<() => void>();
const getStorageKey = (accountId: string): string => `northlight.joining-alert.${accountId}`;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns whether this browser shows an alert when a device wants to join. The alert and the page with the
 * switch share this setting.
 */
export function useAlertPreference(accountId: string): [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(
    subscribe,
    () => readStored(localStorage, getStorageKey(accountId), isBoolean) ?? true,
  );
  const set = (next: boolean) => {
    writeStored(localStorage, getStorageKey(accountId), next);
    for (const listener of listeners) listener();
  };
  return [on, set];
}
