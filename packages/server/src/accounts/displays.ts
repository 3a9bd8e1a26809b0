import { type Display, DISPLAYS_MAX, DomainError, type tokenScope } from '@northlight/contract';
import { sha256Hex } from '@northlight/runtime';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../platform/db/database.ts';
import { lockLimitKey } from '../platform/db/limits.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import { accountOf, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import { checkProjects } from './api-tokens.ts';
import { principalOfToken } from './principal-of-token.ts';
import { createSession } from './sessions.ts';
import type { SessionTable } from './tables.ts';

const DAY_MS = 86_400_000;
type Projects = z.output<typeof tokenScope>['projects'];
type DisplayRow = Pick<
  Selectable<SessionTable>,
  'id' | 'name' | 'scope_projects' | 'created_at' | 'expires_at' | 'last_seen_at'
>;

const DISPLAY_COLUMNS = ['id', 'name', 'scope_projects', 'created_at', 'expires_at', 'last_seen_at'] as const;

/** The caller's displays that live, newest first. */
export async function listDisplays({ db, clock }: Services, context: RequestContext): Promise<Display[]> {
  const rows = await liveDisplays(db, accountOf(context).id, new Date(clock.now())).execute();
  return rows.map(presentDisplay);
}

const liveDisplays = (db: Db, accountId: string, now: Date) =>
  db
    .selectFrom('sessions')
    .select(DISPLAY_COLUMNS)
    .where('account_id', '=', accountId)
    .where('kind', '=', 'display')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc');

function presentDisplay(row: DisplayRow): Display {
  const used = row.last_seen_at.getTime() > row.created_at.getTime();
  return {
    id: row.id,
    name: row.name ?? '',
    projects: JSON.parse(row.scope_projects ?? '[]') as Projects,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    ...(used && { lastSeenAt: row.last_seen_at.toISOString() }),
  };
}

/** Makes a display; the token of its link leaves here and is kept as a hash only. At most twenty live at a time. */
export async function createDisplay(
  services: Services,
  context: RequestContext,
  { expiresInDays, name, projects }: { name: string; projects: Projects; expiresInDays: number },
): Promise<Display & { token: string }> {
  const { id: accountId } = accountOf(context);
  const now = services.clock.now();
  await checkProjects(services, context, projects);
  return services.db.transaction().execute(async (tx) => {
    await lockLimitKey(tx, `displays:${accountId}`);
    const live = await liveDisplays(tx, accountId, new Date(now)).execute();
    if (live.length >= DISPLAYS_MAX)
      throw new DomainError('invalidParameters', {
        status: 409,
        message: `At most ${DISPLAYS_MAX} displays are possible. Revoke one first.`,
      });
    const expiresAt = new Date(now + expiresInDays * DAY_MS);
    const { id, token } = await createSession(services, tx, context, {
      accountId,
      kind: 'display',
      name,
      scope: { projects, write: false },
      expiresAt,
    });
    await auditRequest(services, tx, context, {
      action: 'account.display-create',
      object: name,
      after: JSON.stringify({ id, projects, expiresAt }),
    });
    const createdAt = new Date(now).toISOString();
    return { id, name, projects, createdAt, expiresAt: expiresAt.toISOString(), token };
  });
}

/** Lets a display in by the token of its link; throws 10 when it was revoked or is over. */
export async function openDisplay(
  services: Services,
  context: RequestContext,
  token: string,
): Promise<{ name: string; expiresAt: string }> {
  await principalOfToken(services, token, 'display');
  const found = await displayOfSession(services.db, sha256Hex(token));
  context.cookies.setDisplay(token, Math.floor((Date.parse(found.expiresAt) - services.clock.now()) / 1000));
  return found;
}

/** What a display is called, and how long it is let in. */
export async function displayOfSession(
  db: Db,
  sessionId: string,
): Promise<{ name: string; expiresAt: string }> {
  const row = await db
    .selectFrom('sessions')
    .select(['name', 'expires_at'])
    .where('token_hash', '=', sessionId)
    .executeTakeFirst();
  if (!row) throw new DomainError('sessionEnded');
  return { name: row.name ?? '', expiresAt: row.expires_at.toISOString() };
}
