/**
 * Returns a table's value for a text that a user, program or device chose; undefined if the table has none. Reading the
 * table directly would find inherited members for `constructor` or `toString`.
 */
export const findOwnProperty = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
