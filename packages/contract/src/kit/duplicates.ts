/** Returns for each item the index of the first earlier item with the same key, or undefined. */
export function findEarlierDuplicates<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): (number | undefined)[] {
  const first = new Map<string, number>();
  return items.map((item, index) => {
    const key = keyOf(item);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, index);
    return earlier;
  });
}
