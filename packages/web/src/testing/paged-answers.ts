import { createTextSearch } from '@northlight/contract/net';

interface PageQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

interface Page<T> {
  readonly items: T[];
  readonly nextCursor?: string;
}

const toTimeCursor = (start: number): string => `${start}_00000000-0000-4000-8000-000000000000`;

/** Returns a page of a list, as the server does: at most `limit` matching rows, starting at the cursor. */
export function answerPage<T>(
  rows: readonly T[],
  { cursor, limit }: PageQuery,
  matches: (row: T) => boolean,
  toCursor: (start: number) => string = toTimeCursor,
): Page<T> {
  const found = rows.filter(matches);
  const start = Number.parseInt(cursor ?? '0', 10);
  const end = start + limit;
  return {
    items: found.slice(start, end),
    ...(end < found.length && { nextCursor: toCursor(end) }),
  };
}

/** Returns true without a searched text, or if one of the values contains it, ignoring case. */
export const containsText = (text: string | undefined, ...values: readonly string[]): boolean =>
  createTextSearch(text ?? '')(...values);

/** Returns true without a wanted value, or if the value equals it, ignoring case. */
export const equalsText = (wanted: string | undefined, value: string): boolean =>
  wanted === undefined || value.toLowerCase() === wanted.toLowerCase();
