import {
  ALARM_EXPORT_MAX,
  ALARM_KINDS,
  type AlarmFilter,
  type AlarmKind,
  type FileAnswer,
} from '@northlight/contract';
import { sql } from 'kysely';
import { CSV_TYPE, csvStream, type CsvValue } from '../platform/csv.ts';
import type { Db } from '../platform/db/database.ts';
import { microsOf, type Place, shownAlarms } from './store.ts';

/** Few enough that the server does something else between two pages. */
const PAGE = 2_000;
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

/** Between the cells of a row as it comes; nothing that can be told has it. */
const UNIT = '\u001F';

/**
 * A page of rows, each as one text that PostgreSQL puts together: to read fifteen values of fifty thousand rows one by
 * one costs several times the export itself.
 */
async function rowsOf(
  db: Db,
  projectId: number,
  filter: AlarmFilter,
  zone: string,
  after: Place | undefined,
  limit: number,
): Promise<string[][]> {
  const shown = (column: string) =>
    sql`coalesce(to_char(${sql.ref(column)} at time zone ${sql.lit(zone)}, 'YYYY-MM-DD HH24:MI:SS'), '')`;
  const told = (column: string) => sql`translate(coalesce(${sql.ref(column)}, ''), ${UNIT}, ' ')`;
  const values = [
    shown('at'),
    sql.ref('severity'),
    sql.ref('kind'),
    told('event'),
    told('device_name'),
    told('device_mac'),
    told('device_model'),
    told('subject'),
    sql`case when read_at is null then 'unread' else 'read' end`,
    shown('resolved_at'),
    told('resolved_by'),
    sql.ref('occurrences'),
    shown('last_at'),
    sql.ref('id'),
    sql`coalesce(cause_id::text, '')`,
    microsOf,
  ];
  // First the rows of the page, then their words: else those of all rows behind it are made each time.
  const rows = await db
    .selectFrom(shownAlarms(db, projectId, filter, after).selectAll().limit(limit).as('page'))
    .select(sql<string>`concat_ws(${UNIT}, ${sql.join(values)})`.as('line'))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ line }) => line.split(UNIT));
}

const KIND = COLUMNS.indexOf('Kind');
const ID = COLUMNS.indexOf('ID');
const TIMES = COLUMNS.indexOf('Times');

function cellsOf(row: readonly string[]): CsvValue[] {
  const cells: CsvValue[] = row.slice(0, COLUMNS.length);
  cells[KIND] = ALARM_KINDS[row[KIND] as AlarmKind].word;
  cells[TIMES] = Number(row[TIMES]);
  return cells;
}

async function* pages(
  db: Db,
  projectId: number,
  filter: AlarmFilter,
  zone: string,
): AsyncGenerator<readonly (readonly CsvValue[])[]> {
  let after: Place | undefined;
  for (let left = ALARM_EXPORT_MAX; left > 0; left -= PAGE) {
    const rows = await rowsOf(db, projectId, filter, zone, after, Math.min(PAGE, left));
    yield rows.map(cellsOf);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = { micros: last.at(-1) ?? '', id: last[ID] ?? '' };
  }
  if ((await rowsOf(db, projectId, filter, zone, after, 1)).length > 0) yield [[CUT]];
}
