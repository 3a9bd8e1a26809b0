import { sql } from 'kysely';

/** Returns the LIKE pattern that finds a text anywhere in a value, with its wildcards escaped. */
export const buildContainsPattern = (text: string): string =>
  `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Returns the SQL condition that a column equals a text, ignoring case. */
export const compareIgnoringCase = (column: string, text: string) =>
  sql<boolean>`lower(${sql.ref(column)}) = lower(${text})`;
