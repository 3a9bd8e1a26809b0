import { useSyncExternalStore } from 'react';
import { announceSession, rememberProject } from '../app/session-storage.ts';
import { localState } from '../kit/local-state/index.ts';
import { isString, readStored, writeStored } from '../kit/stored.ts';
import { PATHS } from '../paths.ts';
import { parseReturnAddress, resolveReturnAddress } from './return-address.ts';

const RETURN_KEY = 'northlight.return';
let isOpening = false;
const listeners = new Set<() => void>();

/** Returns true after a successful sign-in until the console replaces the page. */
export function useIsOpening(): boolean {
  return useSyncExternalStore(subscribe, () => isOpening);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const requestedReturn = (): string | undefined =>
  new URLSearchParams(window.location.search).get('return') ?? undefined;

/** Stores the return address in this tab, because a provider redirects without it. */
export function storeReturnAddress(): void {
  writeStored(sessionStorage, RETURN_KEY, parseReturnAddress(requestedReturn()));
}

/** Loads the console for a new session; a full page load leaves no state of an earlier session. */
export function openConsole(): void {
  // Consume the return address once; ignore a repeated call.
  if (isOpening) return;
  const wanted = requestedReturn() ?? readStored(sessionStorage, RETURN_KEY, isString);
  writeStored(sessionStorage, RETURN_KEY, undefined);
  rememberProject(undefined);
  localState.startWebSession();
  announceSession('in');
  replaceLocation(resolveReturnAddress(wanted));
}

/** Loads the console with a third party's token, which is kept in this tab only; no cookie is set. */
export function openConsoleWithToken(token: string, projectId: number | undefined): void {
  rememberProject(undefined);
  localState.startTokenSession(token);
  // The shell redirects to the first accessible page.
  replaceLocation(projectId === undefined ? PATHS.overview : `${PATHS.overview}?project=${projectId}`);
}

function replaceLocation(address: string): void {
  isOpening = true;
  for (const listener of listeners) listener();
  window.location.replace(address);
}
