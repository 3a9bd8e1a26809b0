import { expect, test } from 'vitest';
import { getRadarCheckSeconds } from './radar.ts';

test.each([
  [[36, 40, 44, 48], 'DE', 0],
  [[52], 'DE', 60],
  [[149], 'DE', 0],
  [[120], 'DE', 600],
  [[116, 120], 'DE', 600],
  [[120], undefined, 600],
  [[120], 'US', 60],
  [[36, 40, 44, 48, 52, 56, 60, 64], 'US', 60],
  [[6], 'DE', 0],
] as const)('check of the channels %j in %s: %d s', (parts, country, seconds) =>
  expect(getRadarCheckSeconds(parts, country)).toBe(seconds),
);
