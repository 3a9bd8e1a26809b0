import { type ApiToken, type Display, DISPLAYS_MAX, DomainError } from '@northlight/contract';
import { hashSha256Hex } from '@northlight/runtime';
import type { Db } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { findPrincipalOfToken } from '../sessions/principal-of-token.ts';
import { createLongLivedSession, listLongLivedSessions } from '../tokens/long-lived-sessions.ts';

/** Replaces the scope by its project list, because every display is read-only. */
const presentDisplay = <Row extends ApiToken>({
  scope: { projects },
  ...rest
}: Row): Omit<Row, 'scope'> & Display => ({ ...rest, projects });

/** Returns the caller's active displays, newest first. */
export async function listDisplays(context: RequestContext): Promise<Display[]> {
  return (await listLongLivedSessions(context, 'display')).map(presentDisplay);
}

/** Creates a display and returns the token of its link, of which only a hash is stored. An account has at most 20 displays. */
export async function createDisplay(
  context: RequestContext,
  { expiresInDays, name, projects }: Pick<Display, 'name' | 'projects'> & { readonly expiresInDays: number },
): Promise<Display & { token: string }> {
  const created = await createLongLivedSession(context, {
    kind: 'display',
    name,
    scope: { projects, write: false },
    expiresInDays,
    limit: DISPLAYS_MAX,
    noun: 'displays',
    action: 'account.display-create',
  });
  return presentDisplay(created);
}

/** Opens a display by the token of its link; throws 10 when the display was revoked or has expired. */
export async function openDisplay(
  context: RequestContext,
  token: string,
): Promise<{ name: string; expiresAt: string }> {
  const { services } = context;
  await findPrincipalOfToken(services, token, 'display');
  const found = await findDisplayOfSession(services.db, hashSha256Hex(token));
  context.cookies.setDisplay(token, Math.floor((Date.parse(found.expiresAt) - services.clock.now()) / 1000));
  return found;
}

/** Returns the name and expiry of the display with this session id; throws 10 for an unknown id. */
export async function findDisplayOfSession(
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
