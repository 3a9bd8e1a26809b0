import { ALARM_EXPORT_MAX, ALARM_KINDS, type AlarmFilter, type FileAnswer } from '@northlight/contract';
import { sql } from 'kysely';
import { CSV_TYPE, csvStream, type CsvValue } from '../platform/csv.ts';
import type { Db } from '../platform/db/database.ts';
import { microsOf, type Place, shownAlarms } from './store.ts';

/** Few enough that the server does something else between two pages. */
const PAGE = 500;
const COLUMNS = [
  'Time',
  'Severity',
  'Kind',
  'Event',
  'Device',
  'MAC',
  'Model',
  'Port',
  'Read',
  'Resolved',
  'Resolved by',
  'Times',
  'Last time',
  'ID',
  'Caused by',
];
const CUT = `Cut at ${ALARM_EXPORT_MAX.toLocaleString('en-US')} rows: choose a shorter time for the rest.`;

/** Alarms as CSV by the project's clock, read page by page as they are taken. */
export async function exportAlarms(db: Db, projectId: number, filter: AlarmFilter): Promise<FileAnswer> {
  const { time_zone } = await db
    .selectFrom('projects')
    .select('time_zone')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  const rows = pages(db, projectId, filter, time_zone);
  return { mediaType: CSV_TYPE, saveAs: 'alarms.csv', bytes: csvStream(COLUMNS, rows) };
}

/** A page of cells, as PostgreSQL writes them: fifty thousand dates cost more than all the rest. */
function cellsOf(
  db: Db,
  projectId: number,
  filter: AlarmFilter,
  zone: string,
  after: Place | undefined,
  limit: number,
) {
  const shown = (column: string) =>
    sql<string | null>`to_char(${sql.ref(column)} at time zone ${sql.lit(zone)}, 'YYYY-MM-DD HH24:MI:SS')`;
  // First the rows of the page, then their words: else those of all rows behind it are made each time.
  return db
    .selectFrom(shownAlarms(db, projectId, filter, after).selectAll().limit(limit).as('page'))
    .select(['severity', 'kind', 'event', 'device_name', 'device_mac', 'device_model', 'subject'])
    .select(['resolved_by', 'occurrences', 'id', 'cause_id', microsOf.as('micros')])
    .select([
      shown('at').as('time'),
      sql<boolean>`read_at is not null`.as('read'),
      shown('resolved_at').as('resolved'),
      shown('last_at').as('last'),
    ])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

async function* pages(
  db: Db,
  projectId: number,
  filter: AlarmFilter,
  zone: string,
): AsyncGenerator<readonly (readonly CsvValue[])[]> {
  let after: Place | undefined;
  for (let left = ALARM_EXPORT_MAX; left > 0; left -= PAGE) {
    const rows = await cellsOf(db, projectId, filter, zone, after, Math.min(PAGE, left));
    yield rows.map((row) => [
      row.time ?? '',
      row.severity,
      ALARM_KINDS[row.kind].word,
      row.event,
      row.device_name ?? '',
      row.device_mac ?? '',
      row.device_model ?? '',
      row.subject,
      row.read ? 'read' : 'unread',
      row.resolved ?? '',
      row.resolved_by ?? '',
      row.occurrences,
      row.last ?? '',
      row.id,
      row.cause_id ?? '',
    ]);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = { micros: last.micros, id: last.id };
  }
  const more = await cellsOf(db, projectId, filter, zone, after, 1);
  if (more.length > 0) yield [[CUT]];
}
