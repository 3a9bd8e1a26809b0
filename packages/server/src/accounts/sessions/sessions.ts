import { REMEMBER_DAYS, type SessionKind } from '@northlight/contract';
import {
  type Clock,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  createRandomBase62,
  hashSha256Hex,
  createRecentMap,
} from '@northlight/runtime';
import type { Work } from '../../platform/work.ts';
import type { Db } from '../../platform/db/database.ts';
import type { CallerContext, CookieJar } from '../../platform/http/caller-context.ts';
import { shortenUserAgent } from './user-agent.ts';

/** Lifetime of a session whose cookie lasts for the browser session. */
const BROWSER_SESSION_MS = 2 * DAY_MS;
const VISITOR_MS = 12 * HOUR_MS;
/** Lifetime of a session that a third party's ticket opened. */
export const ENTRY_SESSION_MS = 12 * HOUR_MS;
const TOKEN_LENGTH = 43;
/** Maximum number of sessions whose last recorded use is cached in this process. */
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
  /**
   * True when the user proved their identity at this sign-in: by password, second factor or signed ticket.
   */
  readonly confirmed?: boolean;
  readonly scope?: { readonly projects: readonly number[] | 'all'; readonly write: boolean };
}

/** Browser or client that receives a session. */
export type SessionCaller = Pick<CallerContext, 'network' | 'userAgent'> & {
  readonly cookies: Pick<CookieJar, 'session'>;
};

/**
 * Stores a session under the hash of a new 256-bit token. A console sign-in ends the browser's earlier session, so that a
 * token from before the sign-in gains no rights.
 */
export async function createSession(
  work: Work,
  { cookies, network, userAgent }: SessionCaller,
  options: NewSessionOptions,
): Promise<NewSession & { readonly id: string }> {
  const { kind = 'console', remember = false } = options;
  const { entropy, now, tx } = work;
  const token = createRandomBase62(entropy, TOKEN_LENGTH);
  const id = work.createId();
  const lifetime =
    options.accountId === null ? VISITOR_MS : remember ? REMEMBER_DAYS * DAY_MS : BROWSER_SESSION_MS;
  const expiresAt = options.expiresAt ?? new Date(now.getTime() + lifetime);
  if (kind === 'console' && cookies.session !== undefined)
    await endSessions(work, { tokenHash: hashSha256Hex(cookies.session) }, 10);
  await tx
    .insertInto('sessions')
    .values({
      token_hash: hashSha256Hex(token),
      id,
      kind,
      name: options.name ?? null,
      account_id: options.accountId,
      access_type: kind === 'console' || kind === 'display' ? 'web' : 'openapi',
      remember,
      network,
      user_agent: kind === 'token' || kind === 'display' ? '' : shortenUserAgent(userAgent),
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
      ended_at: null,
      ended_code: null,
      scope_projects: options.scope ? JSON.stringify(options.scope.projects) : null,
      scope_write: options.scope?.write ?? null,
      confirmed_at: options.confirmed === true ? now : null,
    })
    .execute();
  return { token, expiresAt, id };
}

/** Replaces the token of a session and keeps its other values. */
export async function rotateSession({ entropy, tx }: Work, tokenHash: string): Promise<string> {
  const token = createRandomBase62(entropy, TOKEN_LENGTH);
  await tx
    .updateTable('sessions')
    .set({ token_hash: hashSha256Hex(token) })
    .where('token_hash', '=', tokenHash)
    .execute();
  return token;
}

export type SessionSelector =
  | { readonly tokenHash: string }
  | { readonly accountId: string; readonly except?: string; readonly kinds?: readonly SessionKind[] };

/**
 * Ends one session or the sessions of an account, with the error code that their browsers then receive.
 * Returns the number of ended sessions.
 */
export async function endSessions(
  work: Work,
  selector: SessionSelector,
  code: 10 | 69 | 70,
): Promise<number> {
  const { now, tx } = work;
  work.rightsChanged(
    'tokenHash' in selector ? { sessionId: selector.tokenHash } : { accountId: selector.accountId },
  );
  const query = tx
    .updateTable('sessions')
    .set({ ended_at: now, ended_code: code })
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now);
  if ('tokenHash' in selector)
    return Number(
      (await query.where('token_hash', '=', selector.tokenHash).executeTakeFirst()).numUpdatedRows,
    );
  let chosen = query.where('account_id', '=', selector.accountId);
  if (selector.except !== undefined) chosen = chosen.where('token_hash', '!=', selector.except);
  if (selector.kinds) chosen = chosen.where('kind', 'in', selector.kinds);
  return Number((await chosen.executeTakeFirst()).numUpdatedRows);
}

/** Records the use of sessions, at most once a minute for each. An open stream does not count as use. */
export function createSessionUseRecorder(clock: Clock, db: Db): (sessionId: string) => Promise<void> {
  const recordedAt = createRecentMap<number>(REMEMBERED_SESSIONS);
  return async (sessionId) => {
    const now = clock.now();
    if (now - (recordedAt.get(sessionId) ?? -Infinity) < MINUTE_MS) return;
    recordedAt.set(sessionId, now);
    await db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(now) })
      .where('token_hash', '=', sessionId)
      .where('last_seen_at', '<=', new Date(now - MINUTE_MS))
      .execute();
  };
}

/** Deletes sessions and verification flows that expired before a time. */
export async function deleteOldSessions(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', before).execute();
  await db.deleteFrom('verification_flows').where('expires_at', '<', before).execute();
}
