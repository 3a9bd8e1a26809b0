import { LRUCache } from 'lru-cache';

/**
 * Creates a map of at most `max` keys, which evicts the least recently used one. Uses `maxSize` instead of `max`, because the
 * library allocates memory for `max` entries in advance.
 */
export const createRecentMap = <Value extends {}>(max: number): LRUCache<string, Value> =>
  new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
