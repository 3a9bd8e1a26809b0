import type { Session } from '@northlight/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, call, setCsrfToken } from '../kit/api/index.ts';
import { localState } from '../kit/local-state/index.ts';
import { ENTRY_ENDED, signInAddress } from '../paths.ts';
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
  const { account, nickname } = session.account;
  if (session.accessType === 'web') localState.setLastAccount({ account, nickname });
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

/** Signs out: the session ends at the server, and what this browser keeps of it goes. */
export async function endSession(client: QueryClient): Promise<void> {
  try {
    await call('signOut', {});
  } finally {
    announceSession('out');
    forgetSession(client);
    localState.clear();
  }
}

/** The session is gone, whoever ended it: nothing of it is shown any more, and its preferences stay. */
export function forgetSession(client: QueryClient): void {
  openedByThirdParty = isOpenedByThirdParty();
  client.clear();
  rememberProject(undefined);
  localState.startWebSession();
  setCsrfToken(undefined);
}

/** Who cannot sign in by a password is not asked for one. */
let openedByThirdParty = false;
const isOpenedByThirdParty = (): boolean => openedByThirdParty || localState.accessType() === 'openapi';

/** Why the session ended: a code of the catalogue, or nobody was there. */
let why: number | 'idle' | undefined;
export function noteEnd(reason: number | 'idle'): void {
  why = reason;
}

/** Leaves the console for the sign-in page; the promise never ends, because the page does. */
export function leaveForSignIn(back: string): Promise<never> {
  window.location.replace(isOpenedByThirdParty() ? ENTRY_ENDED : signInAddress(back, why));
  return new Promise<never>(() => undefined);
}
