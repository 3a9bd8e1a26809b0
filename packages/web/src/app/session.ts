import type { Session } from '@northlight/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, call, setCsrfToken } from '../kit/api/index.ts';
import { signInAddress } from '../paths.ts';
import { announceSession, rememberProject } from './session-storage.ts';

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

export async function endSession(client: QueryClient): Promise<void> {
  try {
    await call('signOut', {});
  } finally {
    forgetSession(client);
    announceSession('out');
  }
}

export function forgetSession(client: QueryClient): void {
  client.clear();
  rememberProject(undefined);
  setCsrfToken(undefined);
}

/** Leaves the console for the sign-in page; the promise never ends, because the page does. */
export function leaveForSignIn(back: string): Promise<never> {
  window.location.replace(signInAddress(back));
  return new Promise<never>(() => undefined);
}
