import type { LogFilter } from '@northlight/contract';
import { type Entropy, randomId } from '@northlight/runtime';
import type { Insertable } from 'kysely';
import type { Db, DbOrTx, Tx } from '../platform/db/database.ts';
import { containsPattern, equalsIgnoringCase } from '../platform/db/text-match.ts';
import type { RunLogTable } from './tables.ts';

const PAGE_DELETED = 5_000;

/** Where a page ends; the next begins behind it. */
export interface Place {
  readonly at: Date;
  readonly id: string;
}

export function placeOf(cursor: string | undefined): Place | undefined {
  const [at, id] = cursor?.split('_') ?? [];
  return at !== undefined && id !== undefined ? { at: new Date(Number(at)), id } : undefined;
}
export const cursorOf = ({ at, id }: Place): string => `${at.getTime()}_${id}`;

/** Records of a filter, newest first, behind a place. */
export function logRows(
  db: DbOrTx,
  projectId: number,
  { device, deviceId, from, kind, search, severity, until }: LogFilter,
  after: Place | undefined,
  limit: number,
) {
  let rows = db.selectFrom('run_logs').selectAll().where('project_id', '=', projectId);
  if (kind) rows = rows.where('kind', '=', kind);
  if (severity) rows = rows.where('severity', '=', severity);
  if (deviceId !== undefined) rows = rows.where('device_id', '=', deviceId);
  if (device !== undefined) rows = rows.where(equalsIgnoringCase('device_name', device));
  if (search !== undefined) {
    const pattern = containsPattern(search);
    rows = rows.where((where) =>
      where.or([where('event', 'ilike', pattern), where('device_name', 'ilike', pattern)]),
    );
  }
  if (from !== undefined) rows = rows.where('at', '>=', new Date(from));
  if (until !== undefined) rows = rows.where('at', '<', new Date(until));
  if (after)
    rows = rows.where((where) =>
      where.or([
        where('at', '<', after.at),
        where.and([where('at', '=', after.at), where('id', '<', after.id)]),
      ]),
    );
  return rows.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

type Line = Pick<Insertable<RunLogTable>, 'project_id' | 'event'> &
  Partial<Pick<Insertable<RunLogTable>, 'severity'>>;

/** One line of what the server did by itself. */
export async function logSystem(db: DbOrTx, entropy: Entropy, now: number, line: Line): Promise<void> {
  await db
    .insertInto('run_logs')
    .values({
      severity: 'info',
      ...line,
      id: randomId(entropy, now),
      at: new Date(now),
      kind: 'system',
      device_id: null,
      device_name: null,
      event_id: null,
    })
    .execute();
}

/** Deletes a project's records before a time, some at once; answers how many. */
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
          .limit(PAGE_DELETED),
      )
      .executeTakeFirstOrThrow();
    deleted += Number(numDeletedRows);
    if (Number(numDeletedRows) < PAGE_DELETED) return deleted;
  }
}

/** Deletes a project's log. */
export async function forgetProjectLogs(tx: Tx, projectId: number): Promise<void> {
  await tx.deleteFrom('run_logs').where('project_id', '=', projectId).execute();
}
