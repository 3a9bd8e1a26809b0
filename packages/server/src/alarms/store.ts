import type { AlarmFilter } from '@northlight/contract';
import { sql } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';
import { containsText, compareIgnoringCase } from '../platform/db/text-match.ts';
import { cutPage } from '../platform/db/cut-page.ts';

/** The last alarm of a page, after which the next page begins. The time is in microseconds, the precision of the database. */
export interface PageCursor {
  readonly micros: string;
  readonly id: string;
}

export const alarmMicrosSql = sql<string>`(extract(epoch from at) * 1000000)::bigint::text`;
/** Parts of the list by state, in their order. */
const PARTS = ['open', 'resolved'] as const;
type Part = (typeof PARTS)[number];

interface ParsedCursor {
  /** Absent in a cursor of the list by time. */
  readonly part: Part | undefined;
  readonly after: PageCursor | undefined;
}

function parseCursor(cursor: string | undefined): ParsedCursor {
  const [id, micros, name] = cursor?.split('_').toReversed() ?? [];
  return {
    part: PARTS.find((part) => part === name),
    after: micros !== undefined && id !== undefined ? { micros, id } : undefined,
  };
}

/** Returns the cursor's time as a constant, so that PostgreSQL uses the index. */
function formatCursorTime({ micros }: PageCursor): string {
  const seconds = new Date(Number(micros.slice(0, -6)) * 1000).toISOString().slice(0, 19);
  return `${seconds}.${micros.slice(-6).padStart(6, '0')}Z`;
}

/** Selects the shown alarms that match the filter, newest first, after a cursor. */
export function selectShownAlarms(
  db: DbOrTx,
  projectId: number,
  filter: AlarmFilter,
  after: PageCursor | undefined,
) {
  let query = db
    .selectFrom('alarms')
    .where('project_id', '=', projectId)
    .where('status', '=', sql.lit('shown'));
  if (filter.cause !== undefined) query = query.where('cause_id', '=', filter.cause);
  if (filter.read !== undefined) query = query.where('read_at', filter.read === '1' ? 'is not' : 'is', null);
  if (filter.severity) query = query.where('severity', '=', filter.severity);
  if (filter.kind) query = query.where('kind', '=', filter.kind);
  if (filter.state) query = query.where('resolved_at', filter.state === 'open' ? 'is' : 'is not', null);
  if (filter.deviceId !== undefined) query = query.where('device_id', '=', filter.deviceId);
  if (filter.search !== undefined) query = query.where(containsText(SEARCHED, filter.search));
  const { device, model } = filter;
  if (device !== undefined) query = query.where(compareIgnoringCase('device_name', device));
  if (model !== undefined) query = query.where(compareIgnoringCase('device_model', model));
  if (filter.from !== undefined) query = query.where('at', '>=', new Date(filter.from));
  if (filter.until !== undefined) query = query.where('at', '<', new Date(filter.until));
  if (after)
    query = query.where(
      sql<boolean>`(at, id) < (${formatCursorTime(after)}::timestamptz, ${after.id}::uuid)`,
    );
  return query.orderBy('at', 'desc').orderBy('id', 'desc');
}

const SEARCHED = ['event', 'device_name', 'device_model', 'device_mac'];

/** Filters with which the list also includes consequences. */
const UNGROUPED = ['cause', 'deviceId', 'search', 'device', 'model'] as const;

type ListFilter = AlarmFilter & {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly order?: 'time' | 'state' | undefined;
};

/** Lists a page of alarms: causes, and consequences too if the filter requires them. */
export async function listAlarms(db: DbOrTx, projectId: number, filter: ListFilter) {
  const { limit, order, state } = filter;
  if (order !== 'state' || state !== undefined) {
    const rows = await readRows(db, projectId, filter, parseCursor(filter.cursor).after, limit + 1);
    return cutPage(rows, limit, ({ id, micros }) => `${micros}_${id}`);
  }
  const rows = await readRowsByState(db, projectId, filter);
  return cutPage(
    rows,
    limit,
    ({ id, micros, resolved_at }) => `${resolved_at === null ? 'open' : 'resolved'}_${micros}_${id}`,
  );
}

/** Reads a page of the list by state, with one more row than its limit. */
async function readRowsByState(db: DbOrTx, projectId: number, filter: ListFilter) {
  const { after, part = 'open' } = parseCursor(filter.cursor);
  const size = filter.limit + 1;
  const rows = await readRows(db, projectId, { ...filter, state: part }, after, size);
  if (part === 'resolved' || rows.length === size) return rows;
  const rest = { ...filter, state: 'resolved' as const };
  return [...rows, ...(await readRows(db, projectId, rest, undefined, size - rows.length))];
}

function readRows(
  db: DbOrTx,
  projectId: number,
  filter: AlarmFilter,
  after: PageCursor | undefined,
  size: number,
) {
  const all = selectShownAlarms(db, projectId, filter, after);
  const isGrouped = UNGROUPED.every((name) => filter[name] === undefined || filter[name] === '');
  const query = isGrouped ? all.where('cause_id', 'is', null) : all;
  return query.selectAll().select(alarmMicrosSql.as('micros')).limit(size).execute();
}

export interface ConsequenceCount {
  readonly total: number;
  readonly open: number;
}

/** Counts the consequences of each alarm; alarms without any are omitted. */
export async function countConsequences(
  db: DbOrTx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ConsequenceCount>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('alarms')
    .select([
      'cause_id',
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where resolved_at is null))::int`.as('open'),
    ])
    .where('cause_id', 'in', ids)
    .where('status', '=', 'shown')
    .groupBy('cause_id')
    .execute();
  return new Map(rows.map(({ cause_id, open, total }) => [cause_id ?? '', { total, open }] as const));
}

/**
 * Marks alarms and their consequences as read; without ids, all alarms of the project. Returns the number of
 * newly read alarms.
 */
export async function markAlarmsRead(
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

/** Resolves open alarms and their consequences; returns their number. */
export async function resolveAlarms(
  tx: DbOrTx,
  projectId: number,
  ids: readonly string[],
  by: { readonly account: string; readonly at: Date },
): Promise<number> {
  const result = await tx
    .updateTable('alarms')
    .set({ resolved_at: by.at, resolved_by: by.account })
    .where('project_id', '=', projectId)
    .where('status', '=', 'shown')
    .where('resolved_at', 'is', null)
    .where((where) => where.or([where('id', 'in', ids), where('cause_id', 'in', ids)]))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
