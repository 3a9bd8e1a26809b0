import type { LiveResource } from '@northlight/contract';
import { sql } from 'kysely';
import type { AfterCommit } from '../platform/commit.ts';
import type { DbOrTx } from '../platform/db/database.ts';

interface ShareEnd {
  readonly ended_at?: Date | null;
  readonly expires_at: Date | null;
}

/** The rule for which shares give a right at a time (ms): those that were not ended and have not expired. */
export const isLiveShare = ({ ended_at, expires_at }: ShareEnd, now: number): boolean =>
  !ended_at && (!expires_at || expires_at.getTime() > now);

/** The same rule as the text of a condition on an alias of `shares`; `now` is the text of a time, such as `$2`. */
export const liveShareSql = (alias: string, now: string): string => `${liveUntil(alias)}${now}`;

/** The same rule as a condition on `shares` in a query. */
export const liveShareAt = (now: Date) => sql<boolean>`${sql.raw(liveUntil('shares'))}${now}`;

const liveUntil = (alias: string): string =>
  `${alias}.ended_at is null and coalesce(${alias}.expires_at, 'infinity'::timestamptz) > `;

/** Accounts that see a project now: its owner and who has a live share of it. */
export async function holdersOf(db: DbOrTx, projectId: number, now: Date): Promise<ReadonlySet<string>> {
  const owners = await db
    .selectFrom('projects')
    .select('owner_id as id')
    .where('id', '=', projectId)
    .where('owner_id', 'is not', null)
    .execute();
  const sharers = await db
    .selectFrom('shares')
    .select('account_id as id')
    .where('project_id', '=', projectId)
    .where(liveShareAt(now))
    .execute();
  return new Set([...owners, ...sharers].flatMap(({ id }) => id ?? []));
}

/**
 * Everybody who sees the project now refreshes these resources; what an account loses or offers is announced to it by
 * the caller. A demo has no owner: its own open pages refresh.
 */
export async function announceToHolders(
  db: DbOrTx,
  after: AfterCommit,
  projectId: number,
  now: Date,
  ...resources: readonly LiveResource[]
): Promise<void> {
  const holders = await holdersOf(db, projectId, now);
  if (holders.size > 0) after.liveTo(holders, ...resources);
  else after.live(projectId, ...resources);
}
