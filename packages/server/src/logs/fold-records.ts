import type { Selectable } from 'kysely';
import type { TimeCursor } from '../platform/db/time-cursor.ts';
import type { RunLogTable } from './tables.ts';

type Row = Pick<Selectable<RunLogTable>, 'at' | 'device_id' | 'event' | 'id' | 'kind' | 'severity'>;

/** Texts of the records that a job writes for each of its devices (see the device plane's log lines). */
const JOB_RECORD = /^(?:Configuration \d+ |Factory configuration |Restart |Upgrade )/;
/** Longest time between the records of one job for the same step (ms). */
const MAX_GAP_MS = 60_000;
/** Most records in one group, which limits the size of an answer. */
export const GROUP_MAX = 500;

/** Returns true if two records next to each other are the same step of one job on two devices. */
const belongTogether = (newer: Row, older: Row): boolean =>
  newer.kind === 'device' &&
  newer.event === older.event &&
  newer.severity === older.severity &&
  JOB_RECORD.test(newer.event) &&
  newer.at.getTime() - older.at.getTime() <= MAX_GAP_MS;

/** Adds records, newest first, to groups of adjacent equal records. */
export function foldRecords<R extends Row>(groups: R[][], rows: readonly R[]): void {
  for (const row of rows) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const isRepeated = group?.some(({ device_id }) => device_id === row.device_id) ?? false;
    if (group && last && group.length < GROUP_MAX && !isRepeated && belongTogether(last, row))
      group.push(row);
    else groups.push([row]);
  }
}

const BATCH = 500;
/** Most records that one page reads; a page with more groups ends earlier. */
const ROWS_MAX = 10_000;

/**
 * Reads at most `limit` groups of records. The cursor is the oldest record of the last group, so that the
 * next page begins after a whole group.
 */
export async function readGroups<R extends Row>(
  read: (after: TimeCursor | undefined, limit: number) => Promise<readonly R[]>,
  cursor: TimeCursor | undefined,
  limit: number,
): Promise<{ readonly groups: readonly (readonly R[])[]; readonly next: TimeCursor | undefined }> {
  const groups: R[][] = [];
  let after = cursor;
  let isLast = false;
  // Reads into the group after the page, because only then the last group of the page is whole.
  for (let count = 0; !isLast && groups.length <= limit && count < ROWS_MAX; count += BATCH) {
    const rows = await read(after, BATCH);
    foldRecords(groups, rows);
    after = rows.at(-1) ?? after;
    isLast = rows.length < BATCH;
  }
  const shown = groups.slice(0, limit);
  const hasMore = groups.length > limit || !isLast;
  return { groups: shown, next: hasMore ? shown.at(-1)?.at(-1) : undefined };
}
