import { API_TOKENS_MAX, type ApiToken, DomainError } from '@northlight/contract';
import type { Selectable } from 'kysely';
import { lockLimitKey } from '../platform/db/limits.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import { accountOf, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import { createSession } from './sessions.ts';
import type { SessionTable } from './tables.ts';

const DAY_MS = 86_400_000;
type TokenRow = Pick<
  Selectable<SessionTable>,
  'id' | 'name' | 'scope_projects' | 'scope_write' | 'created_at' | 'expires_at' | 'last_seen_at'
>;

/** The caller's tokens that live, newest first. */
export async function listTokens({ db, clock }: Services, context: RequestContext): Promise<ApiToken[]> {
  const rows = await liveTokens(db, accountOf(context).id, new Date(clock.now())).execute();
  return rows.map(presentToken);
}

const liveTokens = (db: Services['db'], accountId: string, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'name', 'scope_projects', 'scope_write', 'created_at', 'expires_at', 'last_seen_at'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'token')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc');

function presentToken(row: TokenRow): ApiToken {
  const used = row.last_seen_at.getTime() > row.created_at.getTime();
  return {
    id: row.id,
    name: row.name ?? '',
    scope: {
      projects: JSON.parse(row.scope_projects ?? '[]') as number[] | 'all',
      write: row.scope_write === true,
    },
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    ...(used && { lastSeenAt: row.last_seen_at.toISOString() }),
  };
}

/** Makes a token; its secret leaves here and is kept as a hash only. At most twenty live at a time. */
export async function createToken(
  services: Services,
  context: RequestContext,
  wish: { name: string; scope: ApiToken['scope']; expiresInDays: number },
): Promise<ApiToken & { token: string }> {
  const { id: accountId } = accountOf(context);
  const now = services.clock.now();
  await checkProjects(services, context, wish.scope.projects);
  return services.db.transaction().execute(async (tx) => {
    await lockLimitKey(tx, `tokens:${accountId}`);
    const live = await liveTokens(tx, accountId, new Date(now)).execute();
    if (live.length >= API_TOKENS_MAX)
      throw new DomainError('invalidParameters', {
        status: 409,
        message: `At most ${API_TOKENS_MAX} API tokens are possible. Revoke one first.`,
      });
    const expiresAt = new Date(now + wish.expiresInDays * DAY_MS);
    const { name, scope } = wish;
    const { id, token } = await createSession(services, tx, context, {
      accountId,
      kind: 'token',
      name,
      scope,
      expiresAt,
    });
    await auditRequest(services, tx, context, {
      action: 'account.token-create',
      object: name,
      after: JSON.stringify({ id, ...scope, expiresAt }),
    });
    const createdAt = new Date(now).toISOString();
    return { id, name, scope, createdAt, expiresAt: expiresAt.toISOString(), token };
  });
}

/** A token, or a display, is bound to projects that its account sees; a foreign one is like none. */
export async function checkProjects(
  services: Services,
  { principal }: RequestContext,
  projects: readonly number[] | 'all',
): Promise<void> {
  if (projects === 'all') return;
  for (const projectId of projects) {
    const standing = await services.projectAccess(principal, projectId);
    if (standing === undefined || typeof standing === 'string') throw new DomainError('projectInvalid');
  }
}
