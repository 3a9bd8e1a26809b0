import { expect, test } from 'vitest';
import { computeContention, computeExpectedContention } from './contention.ts';

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

test.each([
  [-100, 0],
  [-85, computeContention(-85)],
  [-82, computeContention(-82) - 0.35],
  [-80.5, computeContention(-80.5) - 0.175],
  [-79, computeContention(-79)],
  [-67, 0.94],
  [-1, 1],
])('expected contention at %d dBm', (level, contention) =>
  expect(computeExpectedContention(level)).toBeCloseTo(contention, 9),
);

test('the expected contention is the mean of that within 3 dB', () => {
  for (let level = -95; level < -60; level += 0.7) {
    const errors = Array.from({ length: 6001 }, (_, index) => (index - 3000) / 1000);
    const mean = errors.reduce((sum, error) => sum + computeContention(level + error), 0) / errors.length;
    expect(Math.abs(computeExpectedContention(level) - mean)).toBeLessThan(0.015);
  }
});
