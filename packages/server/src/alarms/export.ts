import { ALARM_EXPORT_MAX, ALARM_KINDS, type AlarmFilter, type FileAnswer } from '@northlight/contract';
import { sql } from 'kysely';
import { CSV_TYPE, type CsvPage, csvStream } from '../platform/csv.ts';
import { csvLineSql } from '../platform/db/csv-sql.ts';
import type { Db } from '../platform/db/database.ts';
import { microsOf, type Place, shownAlarms } from './store.ts';

/** Few enough that the server does something else between two pages. */
const PAGE = 1_000;
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

/** A page of the file, and where the next one begins; undefined when there is none. */
interface Page {
  readonly text: string;
  readonly rows: number;
  readonly last: Place | undefined;
}

const KIND_WORD = sql`case kind ${sql.join(
  Object.entries(ALARM_KINDS).map(([kind, { label }]) => sql`when ${sql.lit(kind)} then ${sql.lit(label)}`),
  sql` `,
)} end`;

/**
 * A page as one text that PostgreSQL puts together: to read fifteen values of fifty thousand rows one by one costs
 * several times the export itself, and leaves as much behind in memory.
 */
async function readPage(
  db: Db,
  projectId: number,
  filter: AlarmFilter,
  zone: string,
  after: Place | undefined,
  limit: number,
): Promise<Page> {
  const shown = (column: string) => ({
    trusted: sql`to_char(${sql.ref(column)} at time zone ${sql.lit(zone)}, 'YYYY-MM-DD HH24:MI:SS')`,
  });
  const untrusted = (column: string) => ({ untrusted: sql.ref(column) });
  const trusted = (column: string) => ({ trusted: sql.ref(column) });
  const line = csvLineSql([
    shown('at'),
    trusted('severity'),
    { trusted: KIND_WORD },
    untrusted('event'),
    untrusted('device_name'),
    untrusted('device_mac'),
    untrusted('device_model'),
    untrusted('subject'),
    { trusted: sql`case when read_at is null then 'unread' else 'read' end` },
    shown('resolved_at'),
    untrusted('resolved_by'),
    trusted('occurrences'),
    shown('last_at'),
    trusted('id'),
    trusted('cause_id'),
  ]);
  // First the rows of the page, then their words: else those of all rows behind it are made each time.
  const page = shownAlarms(db, projectId, filter, after).selectAll().limit(limit).as('page');
  const { last, rows, text } = await db
    .selectFrom(page)
    .select([
      sql<string | null>`string_agg(${line}, '' order by at desc, id desc)`.as('text'),
      sql<number>`count(*)::int`.as('rows'),
      sql<Place | null>`(array_agg(json_build_object('micros', ${microsOf}, 'id', id) order by at, id))[1]`.as(
        'last',
      ),
    ])
    .executeTakeFirstOrThrow();
  return { text: text ?? '', rows, last: last ?? undefined };
}

async function* pages(db: Db, projectId: number, filter: AlarmFilter, zone: string): AsyncGenerator<CsvPage> {
  let after: Place | undefined;
  for (let left = ALARM_EXPORT_MAX; left > 0; left -= PAGE) {
    const page = await readPage(db, projectId, filter, zone, after, Math.min(PAGE, left));
    yield page.text;
    if (!page.last || page.rows < PAGE) return;
    after = page.last;
  }
  if ((await readPage(db, projectId, filter, zone, after, 1)).rows > 0) yield [[CUT]];
}
