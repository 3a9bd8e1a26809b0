import { AfterCommit } from '../../platform/commit.ts';
import { sha256Hex } from '@northlight/runtime';
import { createSession, type SessionWish } from '../../accounts/sessions/sessions.ts';
import { csrfTokenOf } from '../../platform/http/serve.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { MatrixServer } from './matrix-server.ts';
import type { Credential } from './world.ts';

interface Wish {
  readonly bearer?: boolean;
  readonly lifetimeMs?: number;
  readonly scope?: SessionWish['scope'];
  readonly display?: boolean;
}

/** A session of an account as the server itself makes it, and the headers that carry it. */
export async function principalSession(
  server: Pick<MatrixServer, 'address' | 'clock' | 'cookieName' | 'db' | 'entropy'>,
  accountId: string | null,
  { bearer = false, display = false, lifetimeMs, scope }: Wish = {},
): Promise<Credential & { hash: string }> {
  const context = { network: 'matrix', userAgent: '', cookies: {} } as unknown as RequestContext;
  const { token } = await createSession(server, server.db, new AfterCommit(), context, {
    accountId,
    kind: display ? 'display' : scope ? 'token' : bearer ? 'entry' : 'console',
    ...(scope && { scope, name: 'matrix' }),
    ...(lifetimeMs !== undefined && { expiresAt: new Date(server.clock.now() + lifetimeMs) }),
  });
  // A display's token in either cookie: in that of a person it opens nothing.
  const cookie = `${server.cookieName}=${token}${display ? `; ${server.cookieName}-display=${token}` : ''}`;
  const headers: Record<string, string> = bearer
    ? { authorization: `Bearer ${token}` }
    : { cookie, 'x-csrf-token': csrfTokenOf(token), origin: server.address };
  return { headers, token, hash: sha256Hex(token) };
}
