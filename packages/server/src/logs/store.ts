import type { LogFilter } from '@northlight/contract';
import { type Entropy, createRandomId } from '@northlight/runtime';
import type { Insertable } from 'kysely';
import type { Db, DbOrTx, Tx } from '../platform/db/database.ts';
import { containsText, compareIgnoringCase } from '../platform/db/text-match.ts';
import { isAfterTimeCursor, type TimeCursor } from '../platform/db/time-cursor.ts';
import type { RunLogTable } from './tables.ts';

const DELETE_BATCH_SIZE = 5_000;

/** Lists the records that match a filter, newest first, after a cursor. */
export function listLogs(
  db: DbOrTx,
  projectId: number,
  { device, deviceId, from, kind, search, severity, until }: LogFilter,
  after: TimeCursor | undefined,
  limit: number,
) {
  let rows = db.selectFrom('run_logs').selectAll().where('project_id', '=', projectId);
  if (kind) rows = rows.where('kind', '=', kind);
  if (severity) rows = rows.where('severity', '=', severity);
  if (deviceId !== undefined) rows = rows.where('device_id', '=', deviceId);
  if (device !== undefined) rows = rows.where(compareIgnoringCase('device_name', device));
  if (search !== undefined) rows = rows.where(containsText(['event', 'device_name'], search));
  if (from !== undefined) rows = rows.where('at', '>=', new Date(from));
  if (until !== undefined) rows = rows.where('at', '<', new Date(until));
  return rows
    .where(isAfterTimeCursor('at', after))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

type SystemLine = Pick<Insertable<RunLogTable>, 'project_id' | 'event'> &
  Partial<Pick<Insertable<RunLogTable>, 'severity'>>;

/** Logs an action of the server that no user requested. */
export async function logSystem(db: DbOrTx, entropy: Entropy, now: number, line: SystemLine): Promise<void> {
  await db
    .insertInto('run_logs')
    .values({
      severity: 'info',
      ...line,
      id: createRandomId(entropy, now),
      at: new Date(now),
      kind: 'system',
      device_id: null,
      device_name: null,
      event_id: null,
    })
    .execute();
}

/** Deletes a project's records before a time in batches; returns their number. */
export async function deleteLogs(db: Db, projectId: number, before: Date): Promise<number> {
  for (let deleted = 0; ;) {
    const { numDeletedRows } = await db
      .deleteFrom('run_logs')
      .where('id', 'in', (old) =>
        old
          .selectFrom('run_logs')
          .select('id')
          .where('project_id', '=', projectId)
          .where('at', '<', before)
          .limit(DELETE_BATCH_SIZE),
      )
      .executeTakeFirstOrThrow();
    deleted += Number(numDeletedRows);
    if (Number(numDeletedRows) < DELETE_BATCH_SIZE) return deleted;
  }
}

export async function deleteProjectLogs(tx: Tx, projectId: number): Promise<void> {
  await tx.deleteFrom('run_logs').where('project_id', '=', projectId).execute();
}
