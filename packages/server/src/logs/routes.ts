import {
  type CsvValue,
  type FileAnswer,
  formatPictureUrl,
  LOG_EXPORT_MAX,
  type LogFilter,
  type LogRecord,
} from '@northlight/contract';
import type { Selectable } from 'kysely';
import { CSV_TYPE, streamCsv } from '../platform/csv.ts';
import { formatLocalTime } from '../platform/local-time.ts';
import { getProjectAccess } from '../platform/http/request-context.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Db } from '../platform/db/database.ts';
import type { Services } from '../services.ts';
import { formatTimeCursor, parseTimeCursor, type TimeCursor } from '../platform/db/time-cursor.ts';
import { readGroups } from './fold-records.ts';
import { listLogs } from './store.ts';
import type { RunLogTable } from './tables.ts';
import { cutPage, presentPage } from '../platform/db/cut-page.ts';

const EXPORT_PAGE = 1000;
const COLUMNS = ['Time', 'Kind', 'Severity', 'Device', 'Event', 'ID'];

export function logRoutes(services: Services): HandlersOf<'logList' | 'logExport'> {
  const { db } = services;
  return {
    logList: async ({ query }, context) => {
      const { projectId } = getProjectAccess(context);
      const after = parseTimeCursor(query.cursor);
      if (query.folded === 'true') {
        const { groups, next } = await readGroups(
          (from, limit) => listLogs(db, projectId, query, from, limit),
          after,
          query.limit,
        );
        return { items: groups.flatMap(presentGroup), ...(next && { nextCursor: formatTimeCursor(next) }) };
      }
      const rows = await listLogs(db, projectId, query, after, query.limit + 1);
      return presentPage(cutPage(rows, query.limit, formatTimeCursor), present);
    },
    logExport: async ({ query }, context): Promise<FileAnswer> => {
      const { projectId } = getProjectAccess(context);
      const { time_zone: timeZone } = await db
        .selectFrom('projects')
        .select('time_zone')
        .where('id', '=', projectId)
        .executeTakeFirstOrThrow();
      return {
        mediaType: CSV_TYPE,
        saveAs: 'log.csv',
        bytes: streamCsv(COLUMNS, readPages(db, projectId, query, timeZone)),
      };
    },
  };
}

function present({
  at,
  device_id,
  device_name,
  event,
  id,
  kind,
  picture_id,
  project_id,
  severity,
}: Selectable<RunLogTable>): LogRecord {
  return {
    id,
    at: at.toISOString(),
    kind,
    severity,
    event,
    ...(device_id !== null && { device: { id: device_id, name: device_name ?? '' } }),
    ...(picture_id !== null && { pictureUrl: formatPictureUrl(project_id, picture_id) }),
  };
}

function presentGroup(group: readonly Selectable<RunLogTable>[]): LogRecord[] {
  const members = group.map(present);
  return members
    .slice(0, 1)
    .map((newest) =>
      members.length === 1
        ? newest
        : { ...newest, members: members.map(({ at, device, id }) => ({ id, at, device })) },
    );
}

async function* readPages(
  db: Db,
  projectId: number,
  filter: LogFilter,
  timeZone: string,
): AsyncGenerator<readonly (readonly CsvValue[])[]> {
  let after: TimeCursor | undefined;
  for (let left = LOG_EXPORT_MAX; left > 0; left -= EXPORT_PAGE) {
    const rows = await listLogs(db, projectId, filter, after, EXPORT_PAGE);
    yield rows.map(({ at, device_name, event, id, kind, severity }) => [
      formatLocalTime(at, timeZone),
      kind,
      severity,
      device_name ?? '',
      event,
      id,
    ]);
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_PAGE) return;
    after = last;
  }
  yield [
    [`Cut at ${LOG_EXPORT_MAX.toLocaleString('en-US')} rows: choose a shorter time range to get the rest.`],
  ];
}
