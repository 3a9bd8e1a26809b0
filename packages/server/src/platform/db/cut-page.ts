/** One page of a list; `nextCursor` is absent on the last one. */
export interface RowPage<T> {
  readonly rows: readonly T[];
  readonly nextCursor?: string;
}

/** Cuts a page from rows that were read with `limit + 1`: an additional row shows that another page follows. */
export function cutPage<T>(rows: readonly T[], limit: number, toCursor: (last: T) => string): RowPage<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, ...(rows.length > limit && last !== undefined && { nextCursor: toCursor(last) }) };
}

/** Returns the answer of a paged list, with its rows as items. */
export const presentPage = <T, U>({ rows, ...rest }: RowPage<T>, present: (row: T) => U) => ({
  items: rows.map(present),
  ...rest,
});
