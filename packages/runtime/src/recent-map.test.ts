import { expect, test } from 'vitest';
import { createRecentMap } from './recent-map.ts';

test('evicts the least recently used key', () => {
  const map = createRecentMap<number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  map.set('c', 4);
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([3, undefined, 4]);
  map.get('a');
  map.set('d', 5);
  expect(['a', 'c', 'd'].map((key) => map.get(key))).toEqual([3, undefined, 5]);
});
