import { useSyncExternalStore } from 'react';
import { announceSession, rememberProject } from '../app/session-storage.ts';
import { returnAddress } from './return-address.ts';

let entering = false;
const listeners = new Set<() => void>();

/** True from the moment that somebody is let in until the console has taken the page's place. */
export function useEntering(): boolean {
  return useSyncExternalStore(subscribe, () => entering);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A session has begun: the console is loaded fresh, so that nothing of an earlier one stays. */
export function enterConsole(): void {
  rememberProject(undefined);
  announceSession('in');
  entering = true;
  for (const listener of listeners) listener();
  const wanted = new URLSearchParams(window.location.search).get('return') ?? undefined;
  window.location.assign(returnAddress(wanted));
}
