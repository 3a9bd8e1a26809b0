import { sql } from 'kysely';

/** Pattern of LIKE that finds a text anywhere in a value; the wildcards of the text have no meaning. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Condition that a column holds a text, in any case. */
export const sameText = (column: string, text: string) =>
  sql<boolean>`lower(${sql.ref(column)}) = lower(${text})`;
