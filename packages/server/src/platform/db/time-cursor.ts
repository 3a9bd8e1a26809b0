import { type RawBuilder, sql } from 'kysely';

/** The last row of a page of a list by time, newest first; the next page begins after it. */
export interface TimeCursor {
  /** Time of the row (ms), for rows whose time comes from the server's clock and has no microseconds. */
  readonly at: Date;
  readonly id: string;
}

/** Reads a cursor of the form `ms_UUID`; undefined for the first page. */
export function parseTimeCursor(cursor: string | undefined): TimeCursor | undefined {
  const [at, id] = cursor?.split('_') ?? [];
  return at !== undefined && id !== undefined ? { at: new Date(Number(at)), id } : undefined;
}

export const formatTimeCursor = ({ at, id }: TimeCursor): string => `${at.getTime()}_${id}`;

/**
 * Returns the condition for rows after the cursor, in a list that is ordered by `column` and id, newest
 * first.
 */
export function isAfterTimeCursor(column: string, cursor: TimeCursor | undefined): RawBuilder<boolean> {
  if (!cursor) return sql<boolean>`true`;
  return sql<boolean>`(${sql.ref(column)}, id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`;
}
