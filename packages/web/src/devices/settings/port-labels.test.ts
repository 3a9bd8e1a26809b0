import { expect, test } from 'vitest';
import { formatSpeedClass } from './port-labels.ts';

test.each([
  [10, '10M'],
  [100, '100M'],
  [1000, '1G'],
  [2500, '2.5G'],
  [400_000, '400G'],
  [1_600_000, '1.6T'],
])('formats a link of %d Mbit/s as %s', (mbps, expected) => {
  expect(formatSpeedClass(mbps)).toBe(expected);
});
