import { ALARM_EXPORT_MAX, ALARM_KINDS, type AlarmFilter, type FileAnswer } from '@northlight/contract';
import { sql } from 'kysely';
import { CSV_TYPE, type CsvPage, streamCsv } from '../platform/csv.ts';
import { buildLocalTimeSql } from '../platform/local-time.ts';
import { buildCsvLineSql } from '../platform/db/csv-sql.ts';
import type { Db } from '../platform/db/database.ts';
import { alarmMicrosSql, type PageCursor, selectShownAlarms } from './store.ts';

/** Number of rows per page; other requests run between two pages. */
const PAGE_SIZE = 1_000;
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
const TRUNCATED_NOTE = `Cut at ${ALARM_EXPORT_MAX.toLocaleString('en-US')} rows: choose a shorter time range to get the rest.`;

/** Exports alarms as CSV, with times in the project's time zone and their offset. Reads the pages while the client downloads. */
export async function exportAlarms(db: Db, projectId: number, filter: AlarmFilter): Promise<FileAnswer> {
  const { time_zone } = await db
    .selectFrom('projects')
    .select('time_zone')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  const rows = readPages(db, projectId, filter, time_zone);
  return { mediaType: CSV_TYPE, saveAs: 'alarms.csv', bytes: streamCsv(COLUMNS, rows) };
}

/** A page of the file; `last` is the cursor of the next page, undefined for an empty page. */
interface Page {
  readonly text: string;
  readonly rows: number;
  readonly last: PageCursor | undefined;
}

const KIND_LABEL = sql`case kind ${sql.join(
  Object.entries(ALARM_KINDS).map(([kind, { label }]) => sql`when ${sql.lit(kind)} then ${sql.lit(label)}`),
  sql` `,
)} end`;

/**
 * Reads a page as one text that PostgreSQL builds. Reading 15 values of each of 50,000 rows costs several
 * times as much time and memory.
 */
async function readPage(
  db: Db,
  projectId: number,
  filter: AlarmFilter,
  zone: string,
  after: PageCursor | undefined,
  limit: number,
): Promise<Page> {
  const localTime = (column: string) => ({ trusted: buildLocalTimeSql(column, zone) });
  const untrusted = (column: string) => ({ untrusted: sql.ref(column) });
  const trusted = (column: string) => ({ trusted: sql.ref(column) });
  const line = buildCsvLineSql([
    localTime('at'),
    trusted('severity'),
    { trusted: KIND_LABEL },
    untrusted('event'),
    untrusted('device_name'),
    untrusted('device_mac'),
    untrusted('device_model'),
    untrusted('subject'),
    { trusted: sql`case when read_at is null then 'unread' else 'read' end` },
    localTime('resolved_at'),
    untrusted('resolved_by'),
    trusted('occurrences'),
    localTime('last_at'),
    trusted('id'),
    trusted('cause_id'),
  ]);
  // The subquery limits the rows first: otherwise PostgreSQL formats all remaining rows for every page.
  const page = selectShownAlarms(db, projectId, filter, after).selectAll().limit(limit).as('page');
  const { last, rows, text } = await db
    .selectFrom(page)
    .select([
      sql<string | null>`string_agg(${line}, '' order by at desc, id desc)`.as('text'),
      sql<number>`count(*)::int`.as('rows'),
      sql<PageCursor | null>`(array_agg(json_build_object('micros', ${alarmMicrosSql}, 'id', id) order by at, id))[1]`.as(
        'last',
      ),
    ])
    .executeTakeFirstOrThrow();
  return { text: text ?? '', rows, last: last ?? undefined };
}

async function* readPages(
  db: Db,
  projectId: number,
  filter: AlarmFilter,
  zone: string,
): AsyncGenerator<CsvPage> {
  let after: PageCursor | undefined;
  for (let left = ALARM_EXPORT_MAX; left > 0; left -= PAGE_SIZE) {
    const page = await readPage(db, projectId, filter, zone, after, Math.min(PAGE_SIZE, left));
    yield page.text;
    if (!page.last || page.rows < PAGE_SIZE) return;
    after = page.last;
  }
  if ((await readPage(db, projectId, filter, zone, after, 1)).rows > 0) yield [[TRUNCATED_NOTE]];
}
