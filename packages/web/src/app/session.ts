import type { Session } from '@northlight/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, call, setCsrfToken } from '../kit/api/index.ts';
import { isNumber, readStored, writeStored } from '../kit/stored.ts';

const PROJECT_KEY = 'northlight.project';
const SIGNED_IN_KEY = 'northlight.signed-in';

/** Who is signed in, with the menu flags of a project. */
export function sessionQuery(projectId: number | undefined) {
  const input = { query: projectId === undefined ? {} : { projectId } };
  return queryOptions({
    queryKey: ['sessionGet', input] as const,
    queryFn: async ({ signal }) => accept(await call('sessionGet', input, { signal })),
    staleTime: Infinity,
  });
}

function accept(session: Session): Session {
  setCsrfToken(session.csrfToken);
  return session;
}

/** The project of this browser tab, kept while it lives (specification §3). */
export function rememberedProject(): number | undefined {
  return readStored(sessionStorage, PROJECT_KEY, isNumber);
}

export function rememberProject(id: number | undefined): void {
  writeStored(sessionStorage, PROJECT_KEY, id);
}

/** Undefined when nobody is signed in; every other refusal is thrown. */
export async function loadSession(
  client: QueryClient,
  projectId: number | undefined,
): Promise<Session | undefined> {
  try {
    return await client.ensureQueryData(sessionQuery(projectId));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined;
    throw error;
  }
}

/** A session begins: nothing of an earlier one may stay. */
export function beginSession(client: QueryClient, session: Session): void {
  client.clear();
  rememberProject(undefined);
  accept(session);
  announce('in');
}

export async function endSession(client: QueryClient): Promise<void> {
  try {
    await call('signOut', {});
  } finally {
    forgetSession(client);
    announce('out');
  }
}

export function forgetSession(client: QueryClient): void {
  client.clear();
  rememberProject(undefined);
  setCsrfToken(undefined);
}

function announce(what: 'in' | 'out'): void {
  writeStored(localStorage, SIGNED_IN_KEY, `${what} ${Date.now()}`);
}

/** Tells when another tab signs in or out, so that no tab goes on with a session that is gone. */
export function onSessionElsewhere(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === SIGNED_IN_KEY) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
