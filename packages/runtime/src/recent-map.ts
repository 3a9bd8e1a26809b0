import { LRUCache } from 'lru-cache';

/**
 * Creates a map of at most `max` keys, or of values with at most `max` of the unit of `sizeOf` together, which evicts the least
 * recently used ones. A value larger than `max` is not kept. Uses `maxSize` instead of `max`, because the
 * library allocates memory for `max` entries in advance.
 */
export const createRecentMap = <Value extends {}>(
  max: number,
  sizeOf: (value: Value) => number = () => 1,
): LRUCache<string, Value> => new LRUCache({ maxSize: max, sizeCalculation: sizeOf });
