import { insertRows } from './insert-rows.ts';
import { sql } from 'kysely';
import type { Db, DbOrTx, Tx } from './database.ts';

export interface LimitKeyTable {
  key: string;
}
export interface AttemptTable {
  id: string;
  key: string;
  at: Date;
}

declare module './database.ts' {
  interface Database {
    limit_keys: LimitKeyTable;
    attempts: AttemptTable;
  }
}

/** Serialises transactions that count and add attempts of a key, so that limits hold under parallel calls. */
export async function lockLimitKey(tx: Tx, key: string): Promise<void> {
  await tx
    .insertInto('limit_keys')
    .values({ key })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  await tx.selectFrom('limit_keys').select('key').where('key', '=', key).forUpdate().execute();
}

export async function countAttempts(tx: Tx, key: string, since: Date): Promise<number> {
  const row = await tx
    .selectFrom('attempts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('key', '=', key)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function addAttempt(tx: Tx, key: string, id: string, at: Date): Promise<void> {
  await tx.insertInto('attempts').values({ id, key, at }).execute();
}

/** Stores attempts with ids that are derived from their content; an attempt that is made again gets the new time. */
export async function addDifferentAttempts(
  tx: Tx,
  key: string,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await insertRows(
    tx,
    'attempts',
    ids.map((id) => ({ id, key, at })),
  )
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ at }))
    .execute();
}

/** Returns the ids among `ids` that are attempts since a time. */
export async function findAttempts(tx: Tx, ids: readonly string[], since: Date): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('attempts')
    .select('id')
    .where('id', 'in', ids)
    .where('at', '>', since)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Lists the times of the latest attempts of a key since a time, newest first. */
export async function listLatestAttempts(
  db: DbOrTx,
  key: string,
  since: Date,
  limit: number,
): Promise<Date[]> {
  const rows = await db
    .selectFrom('attempts')
    .select('at')
    .where('key', '=', key)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ at }) => at);
}

/** Removes an attempt that succeeded or did not run. */
export async function withdrawAttempt(db: DbOrTx, id: string): Promise<void> {
  await db.deleteFrom('attempts').where('id', '=', id).execute();
}

/** Deletes attempts from before a time, and the locks of keys that have none left. */
export async function deleteOldAttempts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('attempts').where('at', '<', before).execute();
  await db
    .deleteFrom('limit_keys')
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('attempts').select('attempts.id').whereRef('attempts.key', '=', 'limit_keys.key'),
        ),
      ),
    )
    .execute();
}
