import type { LiveResource } from '@northlight/contract';
import { sql } from 'kysely';
import type { Work } from '../platform/work.ts';
import type { DbOrTx } from '../platform/db/database.ts';

interface ShareEnd {
  readonly ended_at?: Date | null;
  readonly expires_at: Date | null;
}

/** Returns true when a share gives access at a time (ms): it was not ended and has not expired. */
export const isLiveShare = ({ ended_at, expires_at }: ShareEnd, now: number): boolean =>
  !ended_at && (!expires_at || expires_at.getTime() > now);

/**
 * Returns the rule of `isLiveShare` as an SQL condition on an alias of `shares`; `now` is an SQL expression,
 * such as `$2`.
 */
export const buildLiveShareSql = (alias: string, now: string): string => `${buildLiveUntil(alias)}${now}`;

/** Returns the rule of `isLiveShare` as a condition on `shares` for the query builder. */
export const buildLiveShareCondition = (now: Date) =>
  sql<boolean>`${sql.raw(buildLiveUntil('shares'))}${now}`;

const buildLiveUntil = (alias: string): string =>
  `${alias}.ended_at is null and coalesce(${alias}.expires_at, 'infinity'::timestamptz) > `;

/** Returns the accounts with access to a project: its owner and accounts with a current share. */
export async function findHolders(db: DbOrTx, projectId: number, now: Date): Promise<ReadonlySet<string>> {
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
    .where(buildLiveShareCondition(now))
    .execute();
  return new Set([...owners, ...sharers].flatMap(({ id }) => id ?? []));
}

/**
 * Notifies the pages of all accounts with access to the project that these resources changed; for a demo,
 * which has no owner, the pages of the project itself. Accounts that lose access or receive an offer must be
 * notified by the caller.
 */
export async function announceToHolders(
  work: Work,
  projectId: number,
  ...resources: readonly LiveResource[]
): Promise<void> {
  const holders = await findHolders(work.tx, projectId, work.now);
  if (holders.size > 0) work.liveTo(holders, ...resources);
  else work.liveIn(projectId, ...resources);
}
