import type { Session } from '@northlight/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, call, setCsrfToken } from '../../kit/api/index.ts';
import { localState } from '../../kit/local-state/index.ts';
import { ENTRY_ENDED, formatSignInAddress } from '../../paths.ts';
import { announceSession, rememberProject } from './session-storage.ts';

/** Returns the query of the session, with the menu flags of a project. */
export function createSessionQuery(projectId: number | undefined) {
  const input = { query: projectId === undefined ? {} : { projectId } };
  return queryOptions({
    queryKey: ['sessionGet', input] as const,
    queryFn: async ({ signal }) => storeSession(await call('sessionGet', input, { signal })),
    staleTime: Infinity,
  });
}

function storeSession(session: Session): Session {
  setCsrfToken(session.csrfToken);
  localState.checkGlobal();
  const { account, nickname } = session.account;
  if (session.accessType === 'web') localState.setLastAccount({ account, nickname });
  return session;
}

/** Returns the session; undefined if the browser has none. Throws all other errors. */
export async function loadSession(
  client: QueryClient,
  projectId: number | undefined,
): Promise<Session | undefined> {
  try {
    return await client.ensureQueryData(createSessionQuery(projectId));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined;
    throw error;
  }
}

/** Signs out: ends the session on the server and clears its data in this browser. */
export async function endSession(client: QueryClient): Promise<void> {
  // Another request of the page can be rejected first, which opens the sign-in page: it must not show the account.
  localState.forgetLastAccount();
  try {
    await call('signOut', {});
  } finally {
    announceSession('out');
    forgetSession(client);
    localState.clear();
  }
}

/** Clears the data of an ended session; preferences are kept. */
export function forgetSession(client: QueryClient): void {
  openedByThirdParty = isOpenedByThirdParty();
  client.clear();
  rememberProject(undefined);
  localState.startWebSession();
  setCsrfToken(undefined);
}

/**
 * True for a session that a third party opened. Its account has no password, so the end of the session does
 * not lead to the sign-in page.
 */
let openedByThirdParty = false;
const isOpenedByThirdParty = (): boolean => openedByThirdParty || localState.accessType() === 'openapi';

/** Reason of the sign-out: an error code, or inactivity. */
let signOutReason: number | 'idle' | undefined;

/**
 * Stores the reason of the sign-out until the page is unloaded. Keeps the first reason: other requests of the
 * page are rejected because the session has ended, which is a consequence and not the reason.
 */
export function setSignOutReason(reason: number | 'idle'): void {
  signOutReason ??= reason;
}

/** Leaves the console for the sign-in page. The promise never settles, because the page is unloaded. */
export function redirectToSignIn(returnTo: string): Promise<never> {
  window.location.replace(
    isOpenedByThirdParty() ? ENTRY_ENDED : formatSignInAddress(returnTo, signOutReason),
  );
  return new Promise<never>(() => undefined);
}
