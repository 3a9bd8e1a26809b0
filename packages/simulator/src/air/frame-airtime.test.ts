import { expect, test } from 'vitest';
import { computeAirtime, computeBeaconAirtime } from './frame-airtime.ts';

test('a lower rate needs more time, and a high rate loses more of it to overhead', () => {
  expect(computeAirtime(10, 50)).toBeGreaterThan(computeAirtime(10, 100));
  expect(computeAirtime(50, 50)).toBeLessThan(1.2);
  expect(computeAirtime(1200, 1200)).toBeGreaterThan(1.2);
});

test.each([
  [0, 100],
  [-1, 100],
  [10, 0],
])('a demand of %d Mbit/s at %d Mbit/s needs no time', (demand, rate) =>
  expect(computeAirtime(demand, rate)).toBe(0),
);

test('a beacon needs 2.5% of the time on 2.4 GHz and 0.4% on 5 GHz', () => {
  expect(computeBeaconAirtime('2.4G', 1)).toBeCloseTo(0.025, 3);
  expect(computeBeaconAirtime('5G', 1)).toBeCloseTo(0.004, 3);
  expect(computeBeaconAirtime('5G', 0)).toBe(0);
  expect(computeBeaconAirtime('2.4G', 1_000)).toBe(1);
});
