import { parseMacPart } from '@northlight/contract/net';
import { type RawBuilder, sql } from 'kysely';

/** Returns the LIKE pattern that finds a text anywhere in a value, with its wildcards escaped. */
export const buildContainsPattern = (text: string): string =>
  `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/**
 * Returns the SQL condition that one of the columns contains a search text, ignoring case. A search text that can be a part
 * of a MAC address is also compared without separators. An empty one matches every row.
 */
export function containsText(columns: readonly string[], search: string): RawBuilder<boolean> {
  const digits = parseMacPart(search);
  const matches = columns.flatMap((column) => [
    sql`${sql.ref(column)} ilike ${buildContainsPattern(search)}`,
    ...(digits === undefined
      ? []
      : [sql`translate(${sql.ref(column)}, ':-', '') ilike ${buildContainsPattern(digits)}`]),
  ]);
  return search === '' ? sql<boolean>`true` : sql<boolean>`(${sql.join(matches, sql` or `)})`;
}

/**
 * Returns the SQL value by which names are sorted naturally: AP 1, AP 2, AP 10. Every number is written with 32 digits, the
 * length of the longest name.
 */
export const toNaturalOrder = (column: string): RawBuilder<string> =>
  sql<string>`regexp_replace(regexp_replace(${sql.ref(column)}, '([0-9]+)', ${`${'0'.repeat(32)}\\1`}, 'g'), '[0-9]*([0-9]{32})', '\\1', 'g')`;

/** Returns the SQL condition that a column equals a text, ignoring case. */
export const compareIgnoringCase = (column: string, text: string) =>
  sql<boolean>`lower(${sql.ref(column)}) = lower(${text})`;
