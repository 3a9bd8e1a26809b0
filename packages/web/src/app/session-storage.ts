import type { Project } from '@northlight/contract';
import { localState } from '../kit/local-state/index.ts';
import { writeStored } from '../kit/stored.ts';

const SESSION_KEY = 'northlight.session-changed';

/** The project of this browser tab, kept while it lives (specification §3). */
export function rememberedProject(): number | undefined {
  const { id } = localState.project();
  return id === 0 ? undefined : id;
}

export function rememberProject(project: Project | undefined): void {
  if (project) localState.selectProject(project);
  else localState.clearProject();
}

/** Tells the other tabs that somebody signed in or out here; what a third party opened concerns its own tab only. */
export function announceSession(what: 'in' | 'out'): void {
  if (localState.token() === undefined) writeStored(localStorage, SESSION_KEY, `${what} ${Date.now()}`);
}

/** Calls when another tab signs in or out, so that none goes on with a session that is gone. */
export function onSessionElsewhere(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === SESSION_KEY && localState.token() === undefined) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
