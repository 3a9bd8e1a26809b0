import { sql } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';

export interface AlarmFilter {
  readonly read?: '0' | '1' | undefined;
  readonly cause?: string | undefined;
  readonly limit: number;
}

/** What is shown of a project's alarms, newest first: causes, or the consequences of one. */
export async function listAlarms(db: DbOrTx, projectId: number, filter: AlarmFilter) {
  let query = db
    .selectFrom('alarms')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('standing', '=', 'shown');
  query =
    filter.cause === undefined
      ? query.where('cause_id', 'is', null)
      : query.where('cause_id', '=', filter.cause);
  if (filter.read !== undefined) query = query.where('read_at', filter.read === '1' ? 'is not' : 'is', null);
  return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(filter.limit).execute();
}

export interface Behind {
  readonly total: number;
  readonly open: number;
}

/** How many are behind each of these alarms; those with nothing behind them are left out. */
export async function countBehind(db: DbOrTx, ids: readonly string[]): Promise<ReadonlyMap<string, Behind>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('alarms')
    .select([
      'cause_id',
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where resolved_at is null))::int`.as('open'),
    ])
    .where('cause_id', 'in', ids)
    .where('standing', '=', 'shown')
    .groupBy('cause_id')
    .execute();
  return new Map(rows.map(({ cause_id, open, total }) => [cause_id ?? '', { total, open }] as const));
}

/** Marks unread alarms as read with what is behind them; without ids all of the project's. Answers how many there were. */
export async function markRead(
  db: DbOrTx,
  projectId: number,
  ids: readonly string[] | undefined,
  now: Date,
): Promise<number> {
  if (ids?.length === 0) return 0;
  let query = db
    .updateTable('alarms')
    .set({ read_at: now })
    .where('project_id', '=', projectId)
    .where('read_at', 'is', null);
  if (ids) query = query.where((where) => where.or([where('id', 'in', ids), where('cause_id', 'in', ids)]));
  const result = await query.executeTakeFirst();
  return Number(result.numUpdatedRows);
}
