import { decodeBlock, mergeBlocks } from '@northlight/telemetry-codec';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { type KeyedBlock, mergeStoredBlocks } from '../blocks-store.ts';
import { yieldToLoop } from '../yield-to-loop.ts';
import { type Group, GROUPS } from '../groups.ts';
import { truncateToMonth, type Partition } from '../partitions.ts';
import { rollUpHours } from './roll-up.ts';

const SERIES_AT_ONCE = 16;
const GROUP_NAMES = new Map<number, Group>(
  Object.entries(GROUPS).map(([name, number]) => [number, name as Group]),
);
/**
 * Returns false for clients, which have no hourly figures: there are too many of them, and their visits are
 * short.
 */
const isRolledUp = (group: Group): boolean => group !== 'client';

/**
 * Packs the hours of a closed day into a day and rolls them up. Runs in the transaction that drops the hours'
 * partition.
 */
export async function packDay(tx: Tx, partition: Partition): Promise<void> {
  const { rows: series } = await sql<{ series_id: string }>`
    select distinct series_id from ${sql.table(partition.name)} order by 1`.execute(tx);
  for (let at = 0; at < series.length; at += SERIES_AT_ONCE) {
    const days = await readDay(
      tx,
      partition,
      series.slice(at, at + SERIES_AT_ONCE).map(({ series_id }) => series_id),
    );
    // A late report may belong to an earlier day, which is then rolled up completely again.
    const whole = await mergeStoredBlocks(tx, 'days', days);
    const rolled = whole.flatMap(({ block, group, seriesId }): KeyedBlock[] => {
      const name = GROUP_NAMES.get(group);
      if (name === undefined || !isRolledUp(name)) return [];
      const hours = rollUpHours(name, block, partition.from / 1000, partition.to / 1000);
      return [{ seriesId, group, at: truncateToMonth(partition.from), block: hours }];
    });
    await mergeStoredBlocks(tx, 'rollUps', rolled);
    await yieldToLoop();
  }
}

/** Returns one block for each series and group of the day. */
async function readDay(tx: Tx, partition: Partition, seriesIds: readonly string[]): Promise<KeyedBlock[]> {
  const { rows } = await sql<{ series_id: string; metric_group: number; body: Buffer }>`
    select series_id, metric_group, body from ${sql.table(partition.name)}
    where series_id = any(${seriesIds}::text[]) order by series_id, metric_group, hour`.execute(tx);
  const parts = Map.groupBy(rows, ({ metric_group, series_id }) => `${metric_group} ${series_id}`);
  return [...parts.values()].map((hours) => ({
    seriesId: hours[0]?.series_id ?? '',
    group: hours[0]?.metric_group ?? 0,
    at: partition.from,
    block: mergeBlocks(hours.map(({ body }) => decodeBlock(body))),
  }));
}
