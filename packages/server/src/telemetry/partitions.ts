import { DAY_MS, HOUR_MS } from '@northlight/runtime';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/database.ts';

/** Telemetry tables, and the period of one partition of each. */
export const PARTITION_SPANS = {
  telemetry_hot: 'hour',
  telemetry_hours: 'day',
  telemetry_days: 'month',
  telemetry_roll_ups: 'month',
} as const;
export type PartitionedTable = keyof typeof PARTITION_SPANS;

export interface Partition {
  readonly name: string;
  readonly parent: PartitionedTable;
  /** Start and end of the partition (ms since 1970); `from` is inclusive, `to` exclusive. */
  readonly from: number;
  readonly to: number;
}

export const truncateToHour = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS;
export const truncateToDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

export function truncateToMonth(ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

function computeNextMonth(ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

export function getPartition(parent: PartitionedTable, ms: number): Partition {
  const span = PARTITION_SPANS[parent];
  const from =
    span === 'hour' ? truncateToHour(ms) : span === 'day' ? truncateToDay(ms) : truncateToMonth(ms);
  const to = span === 'hour' ? from + HOUR_MS : span === 'day' ? from + DAY_MS : computeNextMonth(from);
  const stamp = new Date(from).toISOString().replaceAll(/\D/g, '');
  return { name: `${parent}_${stamp.slice(0, 10)}`, parent, from, to };
}

/**
 * PostgreSQL's error codes for a row whose partition is missing or was dropped while the insert waited: no
 * partition for the row, no such relation (by name or by cached id), or a deadlock.
 */
const PARTITION_GONE: ReadonlySet<unknown> = new Set(['23514', '42P01', 'XX000', '40P01']);

export const lacksPartition = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && PARTITION_GONE.has(error.code);

/** Creates missing partitions and remembers which ones exist. */
export class PartitionManager {
  readonly #db: Db;
  readonly #known = new Set<string>();
  readonly #making = new Map<string, Promise<void>>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Returns undefined without a query when the partition is known to exist. */
  ensure(parent: PartitionedTable, ms: number): Promise<void> | undefined {
    const partition = getPartition(parent, ms);
    if (this.#known.has(partition.name)) return undefined;
    let making = this.#making.get(partition.name);
    if (!making) {
      making = this.#make(partition).finally(() => this.#making.delete(partition.name));
      this.#making.set(partition.name, making);
    }
    return making;
  }

  /** Forgets a partition; called after another process has dropped it. */
  forget(parent: PartitionedTable, ms: number): void {
    this.#known.delete(getPartition(parent, ms).name);
  }

  async #make({ from, name, parent, to }: Partition): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      // Waits here while another process creates the same partition.
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('telemetry_partitions')
        .values({ name, parent, starts_at: new Date(from), ends_at: new Date(to) })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 0n) return;
      const bound = (ms: number) => sql.lit(new Date(ms).toISOString());
      await sql`create table ${sql.table(name)} partition of ${sql.table(parent)}
        for values from (${bound(from)}) to (${bound(to)})`.execute(tx);
      // Disables compression, because the body is packed already.
      if (parent === 'telemetry_days' || parent === 'telemetry_roll_ups')
        await sql`alter table ${sql.table(name)} alter column body set storage external`.execute(tx);
    });
    this.#known.add(name);
  }

  async list(parent: PartitionedTable): Promise<Partition[]> {
    const rows = await this.#db
      .selectFrom('telemetry_partitions')
      .selectAll()
      .where('parent', '=', parent)
      .orderBy('starts_at')
      .execute();
    return rows.map(({ ends_at, name, starts_at }) => ({
      name,
      parent,
      from: starts_at.getTime(),
      to: ends_at.getTime(),
    }));
  }

  /**
   * Runs work on a locked partition and drops the partition at its end. Returns undefined without running the
   * work when another process has locked or dropped the partition.
   */
  async consume(partition: Partition, work: (tx: Tx) => Promise<void>): Promise<true | undefined> {
    return this.#db.transaction().execute(async (tx) => {
      const mine = await tx
        .selectFrom('telemetry_partitions')
        .select('name')
        .where('name', '=', partition.name)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!mine) return undefined;
      // A concurrent writer waits for the lock and then finds no partition, so the drop loses no acknowledged
      // report.
      await sql`lock table ${sql.table(partition.name)} in share mode`.execute(tx);
      await work(tx);
      await sql`drop table ${sql.table(partition.name)}`.execute(tx);
      await tx.deleteFrom('telemetry_partitions').where('name', '=', partition.name).execute();
      this.#known.delete(partition.name);
      return true;
    });
  }
}
