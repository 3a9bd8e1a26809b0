import { type ApiToken, type Display, DISPLAYS_MAX, DomainError } from '@northlight/contract';
import { sha256Hex } from '@northlight/runtime';
import type { Db } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../services.ts';
import { principalOfToken } from '../sessions/principal-of-token.ts';
import { createLongLived, listLongLived } from '../tokens/long-lived-sessions.ts';

/** A display is a session that reads, so that of its scope the projects alone are told. */
const presentDisplay = <Standing extends ApiToken>({
  scope: { projects },
  ...rest
}: Standing): Omit<Standing, 'scope'> & Display => ({ ...rest, projects });

/** The caller's displays that live, newest first. */
export async function listDisplays(services: Services, context: RequestContext): Promise<Display[]> {
  return (await listLongLived(services, context, 'display')).map(presentDisplay);
}

/** Makes a display; the token of its link leaves here and is kept as a hash only. At most twenty live at a time. */
export async function createDisplay(
  services: Services,
  context: RequestContext,
  { expiresInDays, name, projects }: Pick<Display, 'name' | 'projects'> & { readonly expiresInDays: number },
): Promise<Display & { token: string }> {
  const made = await createLongLived(services, context, {
    kind: 'display',
    name,
    scope: { projects, write: false },
    expiresInDays,
    limit: DISPLAYS_MAX,
    noun: 'displays',
    action: 'account.display-create',
  });
  return presentDisplay(made);
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
