import { expect, test } from 'vitest';
import { computeContention } from './contention.ts';

test.each([
  [-100, 0],
  [-92, 0],
  [-87, 0.09],
  [-82.01, 0.3 * 0.6 * 0.999],
  [-82, 0.88],
  [-67, 0.94],
  [-52, 1],
  [-1, 1],
])('contention at %d dBm', (level, contention) =>
  expect(computeContention(level)).toBeCloseTo(contention, 9),
);
