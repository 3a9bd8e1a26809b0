import { expect, test } from 'vitest';
import type { WidthMhz } from './air-site.ts';
import { listRates } from './mcs-rates.ts';

/** Returns the highest rate (Mbit/s) that a ratio of signal to noise (dB) suffices for. */
const findHighest = (snrDb: number, widthMhz: WidthMhz, streams: number): number =>
  listRates(widthMhz, streams).find(({ neededSnrDb }) => neededSnrDb <= snrDb)?.mbps ?? 0;

test.each<[number, WidthMhz, number, number]>([
  [1.9, 20, 2, 0],
  [2, 20, 2, 8.6],
  [25, 20, 1, 86],
  [36, 80, 1, 600.5],
  [39.1, 80, 2, 1201],
  // With 20 dB, one stream has MCS 6; two streams have MCS 4 each, which is more.
  [20, 40, 2, 206.4],
])('with %d dB, %i MHz and up to %i streams the rate is %d Mbit/s', (snrDb, widthMhz, streams, mbps) => {
  expect(findHighest(snrDb, widthMhz, streams)).toBeCloseTo(mbps, 5);
});

test('rates are listed from the highest, and a lower one never needs more within a number of streams', () => {
  const rates = listRates(80, 1);
  expect(rates.map(({ mbps }) => mbps)).toEqual(rates.map(({ mbps }) => mbps).toSorted((a, b) => b - a));
  expect(rates.map((rate) => rate.neededSnrDb)).toEqual(
    rates.map((rate) => rate.neededSnrDb).toSorted((a, b) => b - a),
  );
  expect(listRates(80, 4)).toHaveLength(48);
});
