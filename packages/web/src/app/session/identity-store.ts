import { useSyncExternalStore } from 'react';

/** Function that answers the open request to confirm the user's identity; undefined if no request is open. */
let answer: ((confirmed: boolean) => void) | undefined;
let request: Promise<boolean> | undefined;
const listeners = new Set<() => void>();
const notify = (): void => {
  for (const listener of listeners) listener();
};

/**
 * Asks the user to confirm their identity. Resolves to false when they cancel. Parallel calls share one
 * dialog.
 */
export function requestIdentity(): Promise<boolean> {
  request ??= new Promise((resolve) => {
    answer = resolve;
    notify();
  });
  return request;
}

/** Ends the open request and closes its dialog. */
export function answerIdentityRequest(confirmed: boolean): void {
  answer?.(confirmed);
  answer = undefined;
  request = undefined;
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns true while the user is asked to confirm their identity. */
export function useIdentityRequest(): boolean {
  return useSyncExternalStore(subscribe, () => answer !== undefined);
}
