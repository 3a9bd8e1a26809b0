import type { z } from 'zod';

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

/** Returns a check of a list that refuses each item with the key of an earlier one. */
export const refuseDuplicates =
  <T>(keyOf: (item: T) => string, message: string) =>
  ({ issues, value }: z.core.ParsePayload<T[]>): void => {
    for (const [index, earlier] of findEarlierDuplicates(value, keyOf).entries())
      if (earlier !== undefined) issues.push({ code: 'custom', path: [index], message, input: value });
  };
