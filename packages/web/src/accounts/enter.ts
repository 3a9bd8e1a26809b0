import { useSyncExternalStore } from 'react';
import { announceSession, rememberProject } from '../app/session-storage.ts';
import { localState } from '../kit/local-state/index.ts';
import { isString, readStored, writeStored } from '../kit/stored.ts';
import { PATHS } from '../paths.ts';
import { openReturn, returnAddress } from './return-address.ts';

const RETURN_KEY = 'northlight.return';
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

const wantedHere = (): string | undefined =>
  new URLSearchParams(window.location.search).get('return') ?? undefined;

/** A third party sends the browser back without our address: the way back waits in this tab. */
export function keepReturn(): void {
  writeStored(sessionStorage, RETURN_KEY, openReturn(wantedHere()));
}

/** A session has begun: the console is loaded fresh, so that nothing of an earlier one stays. */
export function enterConsole(): void {
  // The way back is read once: who is told twice that he is in goes where the first word said.
  if (entering) return;
  const wanted = wantedHere() ?? readStored(sessionStorage, RETURN_KEY, isString);
  writeStored(sessionStorage, RETURN_KEY, undefined);
  rememberProject(undefined);
  localState.startWebSession();
  announceSession('in');
  goTo(returnAddress(wanted));
}

/** A third party's ticket opened the console: its token stays in this tab, and no cookie is touched. */
export function enterByToken(token: string, projectId: number | undefined): void {
  rememberProject(undefined);
  localState.startTokenSession(token);
  // The shell leads on to the first page that is open.
  goTo(projectId === undefined ? PATHS.overview : `${PATHS.overview}?project=${projectId}`);
}

function goTo(address: string): void {
  entering = true;
  for (const listener of listeners) listener();
  window.location.replace(address);
}
