/**
 * Returns the value of a table for a key that a user, program or device chose; undefined if the table has
 * none. A direct read would find inherited members for keys such as `constructor` or `toString`.
 */
export const findOwnProperty = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
