import { type ApiToken, DomainError } from '@northlight/contract';
import type { Selectable } from 'kysely';
import { DAY_MS } from '@northlight/runtime';
import type { Db } from '../../platform/db/database.ts';
import { lockLimitKey } from '../../platform/db/limits.ts';
import { commitRequest } from '../../platform/http/commit-request.ts';
import { requireConfirmation } from '../../platform/http/step-up.ts';
import { getAccount, type RequestContext } from '../../platform/http/request-context.ts';
import { createSession } from '../sessions/sessions.ts';
import type { SessionTable } from '../tables.ts';

/**
 * Kinds of sessions without a sign-in, which an account creates, names and ends. Their token is shown only
 * once.
 */
type LongLivedKind = 'token' | 'display';
type Row = Pick<
  Selectable<SessionTable>,
  'id' | 'name' | 'scope_projects' | 'scope_write' | 'created_at' | 'expires_at' | 'last_seen_at'
>;

/** Returns the caller's active sessions of a kind, newest first. */
export async function listLongLivedSessions(
  context: RequestContext,
  kind: LongLivedKind,
): Promise<ApiToken[]> {
  const { clock, db } = context.services;
  const rows = await selectLiveSessions(db, kind, getAccount(context).id, new Date(clock.now())).execute();
  return rows.map(present);
}

const selectLiveSessions = (db: Db, kind: LongLivedKind, accountId: string, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'name', 'scope_projects', 'scope_write', 'created_at', 'expires_at', 'last_seen_at'])
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc');

function present(row: Row): ApiToken {
  const isUsed = row.last_seen_at.getTime() > row.created_at.getTime();
  return {
    id: row.id,
    name: row.name ?? '',
    scope: {
      projects: JSON.parse(row.scope_projects ?? '[]') as number[] | 'all',
      write: row.scope_write === true,
    },
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    ...(isUsed && { lastSeenAt: row.last_seen_at.toISOString() }),
  };
}

interface LongLivedOptions {
  readonly kind: LongLivedKind;
  readonly name: string;
  readonly scope: ApiToken['scope'];
  readonly expiresInDays: number;
  /** Maximum number of active sessions of this kind; `noun` is their name in the error message. */
  readonly limit: number;
  readonly noun: string;
  readonly action: string;
}

/** Creates a session and returns its token, of which only a hash is stored. */
export async function createLongLivedSession(
  context: RequestContext,
  { action, expiresInDays, kind, limit, name, noun, scope }: LongLivedOptions,
): Promise<ApiToken & { token: string }> {
  const { id: accountId } = getAccount(context);
  const now = context.services.clock.now();
  await checkProjects(context, scope.projects);
  return commitRequest(context, async (work) => {
    if (scope.write) requireConfirmation(context);
    await lockLimitKey(work.tx, `${kind}s:${accountId}`);
    if ((await selectLiveSessions(work.tx, kind, accountId, new Date(now)).execute()).length >= limit)
      throw new DomainError('invalidParameters', {
        message: `You have reached the limit of ${limit} ${noun}. Revoke one first.`,
      });
    const expiresAt = new Date(now + expiresInDays * DAY_MS);
    const { id, token } = await createSession(work, context, {
      accountId,
      kind,
      name,
      scope,
      expiresAt,
    });
    await work.audit({
      action,
      object: name,
      after: JSON.stringify({ id, ...scope, expiresAt }),
    });
    const createdAt = new Date(now).toISOString();
    return { id, name, scope, createdAt, expiresAt: expiresAt.toISOString(), token };
  });
}

/** Throws 73 unless the caller has access to all projects of the scope. */
async function checkProjects(
  context: RequestContext,
  projects: ApiToken['scope']['projects'],
): Promise<void> {
  const { principal } = context;
  if (projects === 'all') return;
  for (const projectId of projects) {
    const access = await context.services.projectAccess(principal, projectId);
    if (access === undefined || typeof access === 'string') throw new DomainError('projectInvalid');
  }
}
