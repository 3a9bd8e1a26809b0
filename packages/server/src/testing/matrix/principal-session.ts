import { Work } from '../../platform/work.ts';
import { hashSha256Hex } from '@northlight/runtime';
import { createSession, type NewSessionOptions } from '../../accounts/sessions/sessions.ts';
import { deriveCsrfToken } from '../../platform/http/serve.ts';
import type { MatrixServer } from './matrix-server.ts';
import type { Credential } from './world.ts';

interface PrincipalSessionOptions {
  readonly bearer?: boolean;
  readonly lifetimeMs?: number;
  readonly scope?: NewSessionOptions['scope'];
  readonly display?: boolean;
}

/** Creates a session of an account in the same way as the server, and returns the headers that carry it. */
export async function createPrincipalSession(
  server: Pick<MatrixServer, 'address' | 'clock' | 'cookieName' | 'db' | 'entropy'>,
  accountId: string | null,
  { bearer = false, display = false, lifetimeMs, scope }: PrincipalSessionOptions = {},
): Promise<Credential & { hash: string }> {
  const caller = { network: 'matrix', userAgent: '', cookies: { session: undefined } };
  const { token } = await server.db.transaction().execute((tx) =>
    createSession(new Work(tx, server), caller, {
      accountId,
      kind: display ? 'display' : scope ? 'token' : bearer ? 'entry' : 'console',
      ...(scope && { scope, name: 'matrix' }),
      ...(lifetimeMs !== undefined && { expiresAt: new Date(server.clock.now() + lifetimeMs) }),
    }),
  );
  // Sends a display's token in both cookies, to check that the session cookie gives it no access.
  const cookie = `${server.cookieName}=${token}${display ? `; ${server.cookieName}-display=${token}` : ''}`;
  const headers: Record<string, string> = bearer
    ? { authorization: `Bearer ${token}` }
    : { cookie, 'x-csrf-token': deriveCsrfToken(token), origin: server.address };
  return { headers, token, hash: hashSha256Hex(token) };
}
