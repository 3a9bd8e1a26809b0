import { expect, test } from 'vitest';
import { getSignalLevel } from './signal-level.ts';

test.each([
  [-95, 0],
  [-81, 0],
  [-80, 1],
  [-72, 2],
  [-66, 2],
  [-65, 3],
  [-55, 4],
  [-30, 4],
])('a signal of %d dBm fills %d bars', (dbm, level) => expect(getSignalLevel(dbm)).toBe(level));
