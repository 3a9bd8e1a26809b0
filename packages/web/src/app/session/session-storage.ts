import type { Project } from '@northlight/contract';
import { localState } from '../../kit/local-state/index.ts';
import { writeStored } from '../../kit/stored.ts';

const SESSION_KEY = 'northlight.session-changed';

/** Returns the project of this browser tab (specification §3). */
export function readRememberedProject(): number | undefined {
  const { id } = localState.project();
  return id === 0 ? undefined : id;
}

export function rememberProject(project: Project | undefined): void {
  if (project) localState.selectProject(project);
  else localState.clearProject();
}

/**
 * Announces a sign-in or sign-out to other tabs. A session that a third party opened affects only its own
 * tab.
 */
export function announceSession(change: 'in' | 'out'): void {
  if (localState.token() === undefined) writeStored(localStorage, SESSION_KEY, `${change} ${Date.now()}`);
}

/** Calls the listener when another tab signs in or out. */
export function watchSessionOfOtherTabs(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === SESSION_KEY && localState.token() === undefined) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
