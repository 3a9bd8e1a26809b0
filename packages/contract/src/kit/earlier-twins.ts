/** For each item the place of the first one before it with the same key; undefined where there is none. */
export function earlierTwins<T>(items: readonly T[], keyOf: (item: T) => string): (number | undefined)[] {
  const first = new Map<string, number>();
  return items.map((item, index) => {
    const key = keyOf(item);
    const twin = first.get(key);
    if (twin === undefined) first.set(key, index);
    return twin;
  });
}
