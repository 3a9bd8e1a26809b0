import { isNumber, readStored, writeStored } from '../kit/stored.ts';

const PROJECT_KEY = 'northlight.project';
const SESSION_KEY = 'northlight.session-changed';

/** The project of this browser tab, kept while it lives (specification §3). */
export function rememberedProject(): number | undefined {
  return readStored(sessionStorage, PROJECT_KEY, isNumber);
}

export function rememberProject(id: number | undefined): void {
  writeStored(sessionStorage, PROJECT_KEY, id);
}

/** Tells the other tabs that somebody signed in or out here. */
export function announceSession(what: 'in' | 'out'): void {
  writeStored(localStorage, SESSION_KEY, `${what} ${Date.now()}`);
}

/** Calls when another tab signs in or out, so that none goes on with a session that is gone. */
export function onSessionElsewhere(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === SESSION_KEY) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
