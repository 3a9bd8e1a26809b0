import { LRUCache } from 'lru-cache';

/**
 * A map of at most `max` keys: a new one pushes out the key that was used least recently. It is counted by size, since a
 * cache with a number of entries reserves their memory at once.
 */
export const recentMap = <Value extends {}>(max: number): LRUCache<string, Value> =>
  new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
