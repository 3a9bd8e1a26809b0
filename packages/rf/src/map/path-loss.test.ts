import { expect, test } from 'vitest';
import { computeFreeSpaceLoss, getWallLossLimit, saturateWallLoss } from './path-loss.ts';

test.each([
  [1, 2437, 40.19],
  [10, 2437, 60.19],
  [10, 5220, 66.8],
  [0.1, 2437, 34.17],
])('the free-space loss at %d m and %d MHz is %d dB', (distance, frequency, expected) => {
  expect(computeFreeSpaceLoss(distance, frequency)).toBeCloseTo(expected, 1);
});

test('wall losses nearly add up while they are small, and approach the limit', () => {
  expect(saturateWallLoss(0)).toBe(0);
  expect(saturateWallLoss(1, 12)).toBeCloseTo(0.96, 2);
  expect(saturateWallLoss(20, 12)).toBeCloseTo(9.73, 2);
  expect(saturateWallLoss(300)).toBeCloseTo(14, 2);
  expect(saturateWallLoss(300, 10)).toBeCloseTo(10, 2);
});

test('wall losses are summed on request', () => {
  expect(saturateWallLoss(60, getWallLossLimit('sum'))).toBe(60);
  expect(saturateWallLoss(60, getWallLossLimit())).toBeCloseTo(13.8, 1);
});
