import type { DbOrTx } from '../platform/db/database.ts';

export async function listAlarms(
  db: DbOrTx,
  projectId: number,
  filter: { read?: '0' | '1' | undefined; limit: number },
) {
  let query = db.selectFrom('alarms').selectAll().where('project_id', '=', projectId);
  if (filter.read !== undefined) query = query.where('read_at', filter.read === '1' ? 'is not' : 'is', null);
  return query.orderBy('at', 'desc').limit(filter.limit).execute();
}

/** Marks unread alarms as read; without ids all of the project's. Answers how many there were. */
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
  if (ids) query = query.where('id', 'in', ids);
  const result = await query.executeTakeFirst();
  return Number(result.numUpdatedRows);
}
