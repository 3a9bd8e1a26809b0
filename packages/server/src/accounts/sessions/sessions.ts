import { REMEMBER_DAYS, type SessionKind } from '@northlight/contract';
import {
  type Clock,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  randomBase62,
  randomId,
  sha256Hex,
  recentMap,
} from '@northlight/runtime';
import type { AfterCommit } from '../../platform/commit.ts';
import type { Db, DbOrTx } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../services.ts';
import { shortUserAgent } from './user-agent.ts';

/** A browser-session cookie has no end of its own; the server forgets it after this. */
const BROWSER_SESSION_MS = 2 * DAY_MS;
const VISITOR_MS = 12 * HOUR_MS;
/** An openapi session lasts so long at most (decisions.md, Access types). */
export const ENTRY_MS = 12 * HOUR_MS;
const TOKEN_LENGTH = 43;
/** Sessions whose last touch this process remembers. */
const REMEMBERED_SESSIONS = 10_000;

export interface NewSession {
  readonly token: string;
  readonly expiresAt: Date;
}

export interface NewSessionOptions {
  readonly accountId: string | null;
  readonly remember?: boolean;
  readonly kind?: SessionKind;
  readonly expiresAt?: Date;
  readonly name?: string;
  readonly scope?: { readonly projects: readonly number[] | 'all'; readonly write: boolean };
}

/**
 * Stores a session under the hash of a fresh 256-bit token. The session that a browser had before is ended: a token
 * from before a sign-in never carries the rights from after it.
 */
export async function createSession(
  { clock, entropy }: Pick<Services, 'clock' | 'entropy'>,
  db: DbOrTx,
  after: AfterCommit,
  context: RequestContext,
  wish: NewSessionOptions,
): Promise<NewSession & { readonly id: string }> {
  const { kind = 'console', remember = false } = wish;
  const token = randomBase62(entropy, TOKEN_LENGTH);
  const now = clock.now();
  const id = randomId(entropy, now);
  const lifetime =
    wish.accountId === null ? VISITOR_MS : remember ? REMEMBER_DAYS * DAY_MS : BROWSER_SESSION_MS;
  const expiresAt = wish.expiresAt ?? new Date(now + lifetime);
  if (kind === 'console' && context.cookies.session !== undefined)
    await endSessions(db, after, { tokenHash: sha256Hex(context.cookies.session) }, new Date(now), 10);
  await db
    .insertInto('sessions')
    .values({
      token_hash: sha256Hex(token),
      id,
      kind,
      name: wish.name ?? null,
      account_id: wish.accountId,
      access_type: kind === 'console' || kind === 'display' ? 'web' : 'openapi',
      remember,
      network: context.network,
      user_agent: kind === 'token' || kind === 'display' ? '' : shortUserAgent(context.userAgent),
      created_at: new Date(now),
      last_seen_at: new Date(now),
      expires_at: expiresAt,
      ended_at: null,
      ended_code: null,
      scope_projects: wish.scope ? JSON.stringify(wish.scope.projects) : null,
      scope_write: wish.scope?.write ?? null,
    })
    .execute();
  return { token, expiresAt, id };
}

/** Gives a session another token; what it was, and since when, stays. */
export async function rotateSession(
  { entropy }: Pick<Services, 'entropy'>,
  db: DbOrTx,
  tokenHash: string,
): Promise<string> {
  const token = randomBase62(entropy, TOKEN_LENGTH);
  await db
    .updateTable('sessions')
    .set({ token_hash: sha256Hex(token) })
    .where('token_hash', '=', tokenHash)
    .execute();
  return token;
}

export type SessionSelector =
  | { readonly tokenHash: string }
  | { readonly accountId: string; readonly except?: string; readonly kinds?: readonly SessionKind[] };

/** Ends one session, or those of an account, with the code that its browsers are shown; answers how many. */
export async function endSessions(
  db: DbOrTx,
  after: AfterCommit,
  which: SessionSelector,
  now: Date,
  code: 10 | 69 | 70,
): Promise<number> {
  after.rightsChanged('tokenHash' in which ? { sessionId: which.tokenHash } : { accountId: which.accountId });
  const query = db
    .updateTable('sessions')
    .set({ ended_at: now, ended_code: code })
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now);
  if ('tokenHash' in which)
    return Number((await query.where('token_hash', '=', which.tokenHash).executeTakeFirst()).numUpdatedRows);
  let chosen = query.where('account_id', '=', which.accountId);
  if (which.except !== undefined) chosen = chosen.where('token_hash', '!=', which.except);
  if (which.kinds) chosen = chosen.where('kind', 'in', which.kinds);
  return Number((await chosen.executeTakeFirst()).numUpdatedRows);
}

/** Notes when a session was last used, once a minute at most; an open stream is no use. */
export function sessionUseRecorder(clock: Clock, db: Db): (sessionId: string) => Promise<void> {
  const touched = recentMap<number>(REMEMBERED_SESSIONS);
  return async (sessionId) => {
    const now = clock.now();
    if (now - (touched.get(sessionId) ?? -Infinity) < MINUTE_MS) return;
    touched.set(sessionId, now);
    await db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(now) })
      .where('token_hash', '=', sessionId)
      .where('last_seen_at', '<=', new Date(now - MINUTE_MS))
      .execute();
  };
}

/** Deletes sessions that expired and verification flows that ended before a time. */
export async function deleteOldSessions(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', before).execute();
  await db.deleteFrom('verification_flows').where('expires_at', '<', before).execute();
}
