import { type CallerType, DomainError } from '@northlight/contract';
import { hashSha256Hex } from '@northlight/runtime';
import type { DbOrTx } from '../../platform/db/database.ts';
import { prepareQuery } from '../../platform/db/prepare-query.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Services } from '../../services.ts';

/** Idle timeout of a session that a third party's ticket opened. */
const ENTRY_SESSION_IDLE_MS = 30 * 60_000;

interface SessionServices extends Pick<Services, 'clock'> {
  readonly db: DbOrTx;
}

/**
 * Returns the caller of a token. Throws the error code with which the session ended; throws 10 for an unknown
 * token, an expired session or a disabled account.
 */
export const findPrincipalOfToken = (
  services: SessionServices,
  token: string,
  access: CallerType,
): Promise<Principal> => findPrincipalOfSession(services, hashSha256Hex(token), access);

/** Returns the caller of a session id like `findPrincipalOfToken`, for work that outlives its request. */
export async function findPrincipalOfSession(
  { clock, db }: SessionServices,
  sessionId: string,
  access: CallerType,
): Promise<Principal> {
  const [row] = await readSession(db, sessionId);
  const now = clock.now();
  if (!row || getCallerType(row) !== access || row.expires_at.getTime() <= now)
    throw new DomainError('sessionEnded');
  if (row.ended_at) throw new DomainError(ENDED[row.ended_code ?? 10] ?? 'sessionEnded');
  const until = computeExpiry(row);
  if (until <= now) throw new DomainError('sessionEnded');
  const session = {
    sessionId: row.token_hash,
    access,
    until,
    ...(row.confirmed_at && { confirmedAt: row.confirmed_at.getTime() }),
  };
  if (row.account_id === null) return { kind: 'visitor', ...session };
  if (row.disabled_at || row.account === null) throw new DomainError('sessionEnded');
  return {
    kind: 'account',
    ...session,
    account: {
      id: row.account_id,
      account: row.account,
      nickname: row.nickname ?? '',
      role: row.role ?? 0,
      accountKind: row.kind ?? 0,
      level: row.level ?? 0,
      cloudCode: row.cloud_code ?? '',
      avatarFile: row.avatar_file ?? undefined,
      lengthUnit: row.length_unit ?? 'm',
    },
    ...(row.scope_projects !== null && {
      scope: {
        projects: JSON.parse(row.scope_projects) as number[] | 'all',
        write: row.scope_write === true,
      },
    }),
  };
}

/**
 * Reads a caller again; throws when the session or, of scheduled work, the account has ended meanwhile. Returns an
 * anonymous caller unchanged.
 */
export const readPrincipal = async (services: SessionServices, principal: Principal): Promise<Principal> => {
  if (principal.kind === 'anonymous') return principal;
  return principal.kind === 'account' && principal.isScheduled
    ? findScheduledPrincipal(services.db, principal.account.id)
    : findPrincipalOfSession(services, principal.sessionId, principal.access);
};

/** Returns the account as the caller of work that it scheduled; throws when the account is disabled or deleted. */
export async function findScheduledPrincipal(db: DbOrTx, accountId: string): Promise<Principal> {
  const row = await db
    .selectFrom('accounts')
    .select(['id', 'account', 'nickname', 'role', 'kind', 'level', 'cloud_code', 'disabled_at'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!row || row.disabled_at)
    throw new DomainError('readOnly', { message: 'The account that scheduled this no longer exists.' });
  const { account, id, kind, level, nickname, role } = row;
  return {
    kind: 'account',
    isScheduled: true,
    sessionId: `schedule of ${id}`,
    access: 'web',
    account: { id, account, nickname, role, accountKind: kind, level, cloudCode: row.cloud_code },
  };
}

/**
 * Returns the expiry of a session (ms). A session that a ticket opened also expires after 30 min without use.
 */
const computeExpiry = ({ session_kind, last_seen_at, expires_at }: SessionRow): number =>
  session_kind === 'entry'
    ? Math.min(expires_at.getTime(), last_seen_at.getTime() + ENTRY_SESSION_IDLE_MS)
    : expires_at.getTime();

/**
 * Returns the access type of a session. A display's session gives access only to the display API, regardless
 * of how its token is sent.
 */
const getCallerType = ({
  access_type,
  session_kind,
}: Pick<SessionRow, 'access_type' | 'session_kind'>): CallerType =>
  session_kind === 'display' ? 'display' : access_type;

const ENDED: Readonly<Record<number, 'signedInElsewhere' | 'passwordModified'>> = {
  69: 'signedInElsewhere',
  70: 'passwordModified',
};

type SessionRow = Awaited<ReturnType<typeof readSession>>[number];
const readSession = prepareQuery('session-of-token', (db, tokenHash: string) =>
  db
    .selectFrom('sessions')
    .leftJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([
      'sessions.token_hash',
      'sessions.account_id',
      'sessions.access_type',
      'sessions.kind as session_kind',
      'sessions.last_seen_at',
      'sessions.expires_at',
      'sessions.ended_at',
      'sessions.ended_code',
      'sessions.scope_projects',
      'sessions.scope_write',
      'sessions.confirmed_at',
    ])
    .select([
      'accounts.account',
      'accounts.nickname',
      'accounts.role',
      'accounts.kind',
      'accounts.level',
      'accounts.cloud_code',
      'accounts.avatar_file',
      'accounts.length_unit',
      'accounts.disabled_at',
    ])
    .where('token_hash', '=', tokenHash),
);
