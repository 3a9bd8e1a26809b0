import { useSyncExternalStore } from 'react';
import { call } from '../kit/api/index.ts';
import { announceSession, rememberProject, watchSessionOfOtherTabs } from '../app/session/session-storage.ts';
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

const takeReturnAddress = (): string | undefined =>
  new URLSearchParams(window.location.search).get('return') ?? undefined;

/** Stores the return address in this tab, because a provider redirects without it. */
export function storeReturnAddress(): void {
  writeStored(sessionStorage, RETURN_KEY, parseReturnAddress(takeReturnAddress()));
}

/** Loads the console for a new session. A full page load leaves no state of an earlier session. */
export function openConsole(): void {
  // Consumes the return address once and ignores repeated calls.
  if (isOpening) return;
  announceSession('in');
  openConsoleWithCookie();
}

function openConsoleWithCookie(): void {
  const wanted = takeReturnAddress() ?? readStored(sessionStorage, RETURN_KEY, isString);
  writeStored(sessionStorage, RETURN_KEY, undefined);
  rememberProject(undefined);
  localState.startWebSession();
  replaceLocation(resolveReturnAddress(wanted));
}

/**
 * Loads the console when another tab signs in. A sign-in ends the browser's earlier session, so an open tab
 * may be sent to the sign-in page before it receives the announcement of the new session. A tab that was sent
 * there therefore asks for a session once. Returns a function that stops watching.
 */
export function watchSignInOfOtherTabs(): () => void {
  let isWatching = true;
  const follow = async () => {
    try {
      await call('sessionGet', { query: {} });
    } catch {
      // Keeps the form, because there is no session or the server cannot be reached.
      return;
    }
    if (isWatching && !isOpening) openConsoleWithCookie();
  };
  const stop = watchSessionOfOtherTabs(() => void follow());
  if (new URLSearchParams(window.location.search).has('why')) void follow();
  return () => {
    isWatching = false;
    stop();
  };
}

/** Loads the console with a third party's token. The token is kept in this tab only, and no cookie is set. */
export function openConsoleWithToken(token: string, projectId: number | undefined): void {
  rememberProject(undefined);
  localState.startTokenSession(token);
  // Opens the overview, from which the shell redirects to the first accessible page.
  replaceLocation(projectId === undefined ? PATHS.overview : `${PATHS.overview}?project=${projectId}`);
}

function replaceLocation(address: string): void {
  isOpening = true;
  for (const listener of listeners) listener();
  window.location.replace(address);
}
