import { expect, test } from 'vitest';
import { findDefiniteShift, isPositiveDefinite } from './cholesky.ts';

const matrix = (...rows: number[][]) => Float64Array.from(rows.flat());

test('accepts definite matrices only', () => {
  expect(isPositiveDefinite(matrix([2, 0], [1, 2]), 2, 0)).toBe(true);
  expect(isPositiveDefinite(matrix([1, 0], [2, 1]), 2, 0)).toBe(false);
  expect(isPositiveDefinite(matrix([1, 0], [2, 1]), 2, 1.01)).toBe(true);
  expect(isPositiveDefinite(matrix([0]), 1, 0)).toBe(false);
});

test('finds a shift just above the least eigenvalue', () => {
  const shift = findDefiniteShift(matrix([1, 0], [2, 1]), 2, 2);
  expect(shift).toBeGreaterThan(1);
  expect(shift).toBeLessThan(1.01);
  expect(findDefiniteShift(matrix([3, 0], [1, 3]), 2, 3)).toBeLessThan(1e-9);
});
