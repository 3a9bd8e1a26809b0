import { expect, test } from 'vitest';
import type { AirBand, WidthMhz } from './air-site.ts';
import { findSpectrum } from './channel-spectrum.ts';

test.each<[AirBand, number, WidthMhz, number, number, number]>([
  ['2.4G', 6, 20, 2437, 2427, 2447],
  ['2.4G', 1, 40, 2412, 2402, 2442],
  ['2.4G', 11, 40, 2462, 2432, 2472],
  ['2.4G', 6, 80, 2437, 2427, 2467],
  ['5G', 44, 80, 5220, 5170, 5250],
  ['5G', 52, 160, 5260, 5170, 5330],
  ['5G', 140, 80, 5700, 5650, 5730],
  // No channel of 160 MHz contains channel 140.
  ['5G', 140, 160, 5700, 5650, 5730],
  ['5G', 165, 20, 5825, 5815, 5835],
  ['6G', 37, 160, 6135, 6105, 6265],
  ['6G', 233, 160, 7115, 7105, 7125],
])('%s channel %i with %i MHz', (band, channel, widthMhz, primaryMhz, lowMhz, highMhz) => {
  expect(findSpectrum({ band, channel, widthMhz })).toMatchObject({ primaryMhz, lowMhz, highMhz });
});
