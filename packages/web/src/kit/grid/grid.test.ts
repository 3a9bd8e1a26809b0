import { describe, expect, it } from 'vitest';
import { completeOrder, moveColumn } from './columns/use-column-prefs.ts';
import { findTarget } from './use-grid-keys.ts';

describe('the keyboard position in a grid', () => {
  const page = () => 10;
  it.each([
    ['ArrowDown', -1, 0],
    ['ArrowUp', 0, 0],
    ['PageDown', 95, 99],
    ['PageUp', 95, 85],
    ['Home', 50, 0],
    ['End', 50, 99],
    ['x', 50, undefined],
  ])('computes the row after the key %s in row %i: %s', (key, from, to) =>
    expect(findTarget(key, from, 100, page)).toBe(to),
  );

  it('does not move in a list without rows', () =>
    expect(findTarget('ArrowDown', -1, 0, page)).toBeUndefined());
});

describe('column order', () => {
  it('keeps the stored order and appends new columns', () => {
    expect(completeOrder(['c', 'gone', 'a'], ['a', 'b', 'c'])).toEqual(['c', 'a', 'b']);
  });

  it('moves a column by one position and stops at the ends', () => {
    expect(moveColumn(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
    expect(moveColumn(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c']);
  });
});
