import { type Block, decodeBlock, encodeBlock, mergeBlocks } from '@northlight/telemetry-codec';
import { CompiledQuery, sql } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';
import { type Group, GROUPS } from './groups.ts';
import { truncateToDay, truncateToHour, truncateToMonth } from './partitions.ts';

/** A period in milliseconds since 1970; `from` is inclusive, `to` exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface PackedBlock {
  readonly seriesId: string;
  readonly group: number;
  /** Start of the hour, day or month that the block covers (ms). */
  readonly at: number;
  readonly body: Uint8Array;
}

interface Row {
  readonly series_id: string;
  readonly body: Buffer;
}

// Raw SQL with a name, so that PostgreSQL plans each statement once per connection; every chart runs them.
const MINUTES = `/* prepared: telemetry-minutes */
select series_id, body from (
  select series_id, 1 as level, day as at, body from telemetry_days
  where series_id = any($1::text[]) and metric_group = $2 and day >= $3 and day < $5
  union all
  select series_id, 2 as level, hour as at, body from telemetry_hours
  where series_id = any($1::text[]) and metric_group = $2 and hour >= $4 and hour < $5
) as block order by level, at`;
const HOURS = `/* prepared: telemetry-hours */
select series_id, body from telemetry_roll_ups
where series_id = any($1::text[]) and metric_group = $2 and month >= $3 and month < $4`;
const OPEN_DAYS = `/* prepared: telemetry-open-days */
select series_id, body from telemetry_hours
where series_id = any($1::text[]) and metric_group = $2 and hour >= $3 and hour < $4 order by hour`;

type ColumnFilter = ((column: string) => boolean) | undefined;

function collect(rows: readonly Row[], columnFilter: ColumnFilter): Map<string, Block[]> {
  const blocks = new Map<string, Block[]>();
  for (const { body, series_id } of rows) {
    const block = decodeBlock(body, columnFilter);
    const known = blocks.get(series_id);
    if (known) known.push(block);
    else blocks.set(series_id, [block]);
  }
  return blocks;
}

async function runQuery(db: DbOrTx, statement: string, parameters: readonly unknown[]): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(statement, [...parameters]));
  return rows;
}

/**
 * Returns the packed minutes by series, oldest first. Reads whole days and hours, so the result includes
 * values outside the span.
 */
export async function readMinutes(
  db: DbOrTx,
  seriesIds: readonly string[],
  group: Group,
  { from, to }: Span,
  columnFilter?: ColumnFilter,
): Promise<Map<string, Block[]>> {
  const at = [new Date(truncateToDay(from)), new Date(truncateToHour(from)), new Date(to)];
  return collect(await runQuery(db, MINUTES, [seriesIds, GROUPS[group], ...at]), columnFilter);
}

/** Returns the hourly figures of packed days, by series. */
export async function readHours(
  db: DbOrTx,
  seriesIds: readonly string[],
  group: Group,
  { from, to }: Span,
  columnFilter?: ColumnFilter,
): Promise<Map<string, Block[]>> {
  const at = [new Date(truncateToMonth(from)), new Date(to)];
  return collect(await runQuery(db, HOURS, [seriesIds, GROUPS[group], ...at]), columnFilter);
}

/** Returns the packed hours of days that are not packed yet. */
export async function readOpenDays(
  db: DbOrTx,
  seriesIds: readonly string[],
  group: Group,
  { from, to }: Span,
  columnFilter?: ColumnFilter,
): Promise<Map<string, Block[]>> {
  const at = [new Date(truncateToHour(from)), new Date(to)];
  return collect(await runQuery(db, OPEN_DAYS, [seriesIds, GROUPS[group], ...at]), columnFilter);
}

const TABLES = {
  hours: { table: 'telemetry_hours', time: 'hour' },
  days: { table: 'telemetry_days', time: 'day' },
  rollUps: { table: 'telemetry_roll_ups', time: 'month' },
} as const;
type BlockTable = keyof typeof TABLES;

/** Returns the blocks already stored under these keys. */
async function readBlocks(
  db: DbOrTx,
  name: BlockTable,
  keys: readonly Omit<PackedBlock, 'body'>[],
): Promise<PackedBlock[]> {
  const { table, time } = TABLES[name];
  const { rows } = await sql<{ series_id: string; metric_group: number; at: Date; body: Buffer }>`
    select series_id, metric_group, ${sql.ref(time)} as at, body from ${sql.table(table)}
    where (series_id, metric_group, ${sql.ref(time)}) in (
      select * from unnest(${keys.map(({ seriesId }) => seriesId)}::text[], ${keys.map(({ group }) => group)}::smallint[],
        ${keys.map(({ at }) => new Date(at))}::timestamptz[]))`.execute(db);
  return rows.map(({ at, body, metric_group, series_id }) => ({
    seriesId: series_id,
    group: metric_group,
    at: at.getTime(),
    body,
  }));
}

/** Inserts blocks and replaces those with the same keys. */
async function writeBlocks(db: DbOrTx, name: BlockTable, blocks: readonly PackedBlock[]): Promise<void> {
  if (blocks.length === 0) return;
  const { table, time } = TABLES[name];
  await sql`insert into ${sql.table(table)} (series_id, metric_group, ${sql.ref(time)}, body)
    select * from unnest(${blocks.map(({ seriesId }) => seriesId)}::text[], ${blocks.map(({ group }) => group)}::smallint[],
      ${blocks.map(({ at }) => new Date(at))}::timestamptz[], ${blocks.map(({ body }) => Buffer.from(body))}::bytea[])
    on conflict (series_id, metric_group, ${sql.ref(time)}) do update set body = excluded.body`.execute(db);
}

/** A decoded block with its key. */
export interface KeyedBlock extends Omit<PackedBlock, 'body'> {
  readonly block: Block;
}

/** Merges blocks into those stored under the same keys and returns the result. */
export async function mergeStoredBlocks(
  db: DbOrTx,
  name: BlockTable,
  blocks: readonly KeyedBlock[],
): Promise<KeyedBlock[]> {
  if (blocks.length === 0) return [];
  const toBlockKey = ({ at, group, seriesId }: Omit<PackedBlock, 'body'>): string =>
    `${group} ${at} ${seriesId}`;
  const kept = new Map(
    (await readBlocks(db, name, blocks)).map((known) => [toBlockKey(known), known.body] as const),
  );
  const merged = blocks.map(({ block, ...key }) => {
    const body = kept.get(toBlockKey(key));
    return { ...key, block: body ? mergeBlocks([decodeBlock(body), block]) : block };
  });
  await writeBlocks(
    db,
    name,
    merged.map(({ block, ...key }) => ({ ...key, body: encodeBlock(block) })),
  );
  return merged;
}
