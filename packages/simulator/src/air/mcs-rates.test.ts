import { expect, test } from 'vitest';
import type { WidthMhz } from './air-site.ts';
import { selectRate } from './mcs-rates.ts';

test.each<[number, WidthMhz, number, number]>([
  [1.9, 20, 2, 0],
  [2, 20, 2, 8.6],
  [25, 20, 1, 86],
  [36, 80, 1, 600.5],
  [39.1, 80, 2, 1201],
  // With 20 dB, one stream has MCS 6; two streams have MCS 4 each, which is more.
  [20, 40, 2, 206.4],
])('with %d dB, %i MHz and up to %i streams the rate is %d Mbit/s', (snrDb, widthMhz, streams, mbps) => {
  expect(selectRate(snrDb, widthMhz, streams).mbps).toBeCloseTo(mbps, 5);
});

test('a rate never needs more than there is', () => {
  for (let snrDb = 2; snrDb < 50; snrDb += 0.5)
    expect(selectRate(snrDb, 80, 4).neededSnrDb).toBeLessThanOrEqual(snrDb);
});
