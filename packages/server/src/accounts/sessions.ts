import { DomainError, REMEMBER_DAYS } from '@northlight/contract';
import { randomBase62, sha256Hex } from '@northlight/runtime';
import type { Db, DbOrTx } from '../platform/db/database.ts';
import type { Principal } from '../platform/http/principal.ts';
import type { Services } from '../services.ts';

const DAY_MS = 86_400_000;
/** A browser-session cookie has no end of its own; the server forgets it after this. */
const BROWSER_SESSION_DAYS = 2;
const VISITOR_HOURS = 12;
const TOKEN_LENGTH = 43;

export interface NewSession {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Stores a session under the hash of a fresh 256-bit token. */
export async function createSession(
  { clock, entropy }: Pick<Services, 'clock' | 'entropy'>,
  db: DbOrTx,
  session: { accountId: string | null; network: string; remember: boolean },
): Promise<NewSession> {
  const token = randomBase62(entropy, TOKEN_LENGTH);
  const now = clock.now();
  const lifetime =
    session.accountId === null
      ? VISITOR_HOURS * 3_600_000
      : (session.remember ? REMEMBER_DAYS : BROWSER_SESSION_DAYS) * DAY_MS;
  const expiresAt = new Date(now + lifetime);
  await db
    .insertInto('sessions')
    .values({
      token_hash: sha256Hex(token),
      account_id: session.accountId,
      access_type: 'web',
      remember: session.remember,
      network: session.network,
      created_at: new Date(now),
      expires_at: expiresAt,
      ended_at: null,
      ended_code: null,
    })
    .execute();
  return { token, expiresAt };
}

/** Who a token belongs to. Throws 10, or the code with which the session was ended; a disabled account is ended too. */
export async function principalOfToken(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  token: string,
  access: 'web' | 'openapi',
): Promise<Principal> {
  const row = await db
    .selectFrom('sessions')
    .leftJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([
      'sessions.token_hash',
      'sessions.account_id',
      'sessions.access_type',
      'sessions.expires_at',
      'sessions.ended_at',
      'sessions.ended_code',
    ])
    .select([
      'accounts.account',
      'accounts.nickname',
      'accounts.role',
      'accounts.kind',
      'accounts.level',
      'accounts.cloud_code',
      'accounts.disabled_at',
    ])
    .where('token_hash', '=', sha256Hex(token))
    .executeTakeFirst();
  if (!row || row.access_type !== access || row.expires_at.getTime() <= clock.now())
    throw new DomainError('sessionEnded');
  if (row.ended_at) throw new DomainError(row.ended_code === 70 ? 'passwordModified' : 'sessionEnded');
  if (row.account_id === null) return { kind: 'visitor', sessionId: row.token_hash, access };
  if (row.disabled_at || row.account === null) throw new DomainError('sessionEnded');
  return {
    kind: 'account',
    sessionId: row.token_hash,
    access,
    account: {
      id: row.account_id,
      account: row.account,
      nickname: row.nickname ?? '',
      role: row.role ?? 0,
      accountKind: row.kind ?? 0,
      level: row.level ?? 0,
      cloudCode: row.cloud_code ?? '',
    },
  };
}

/** Ends one session, or all sessions of an account, with the code that its browsers are shown. */
export async function endSessions(
  db: DbOrTx,
  which: { tokenHash: string } | { accountId: string },
  now: Date,
  code: 10 | 70,
): Promise<void> {
  const query = db
    .updateTable('sessions')
    .set({ ended_at: now, ended_code: code })
    .where('ended_at', 'is', null);
  await (
    'tokenHash' in which
      ? query.where('token_hash', '=', which.tokenHash)
      : query.where('account_id', '=', which.accountId)
  ).execute();
}

/** Deletes sessions that expired and verification flows that ended before a time. */
export async function forgetOldSessions(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', before).execute();
  await db.deleteFrom('verification_flows').where('expires_at', '<', before).execute();
}
