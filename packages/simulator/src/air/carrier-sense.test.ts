import { expect, test } from 'vitest';
import type { AirBand, WidthMhz } from './air-site.ts';
import { defersTo } from './carrier-sense.ts';
import { findSpectrum } from './channel-spectrum.ts';

type Tuned = readonly [band: AirBand, channel: number, widthMhz: WidthMhz];
const tune = ([band, channel, widthMhz]: Tuned) => findSpectrum({ band, channel, widthMhz });

test.each<[string, Tuned, Tuned, number, boolean]>([
  ['a preamble on the same channel', ['5G', 36, 20], ['5G', 36, 20], -82, true],
  ['a weaker preamble', ['5G', 36, 20], ['5G', 36, 20], -82.1, false],
  ['a preamble of 80 MHz, whose part of 20 MHz is weaker', ['5G', 36, 20], ['5G', 48, 80], -78, false],
  ['a preamble of 80 MHz that is strong enough', ['5G', 36, 20], ['5G', 48, 80], -75.9, true],
  ['a preamble on a secondary channel', ['5G', 36, 80], ['5G', 44, 20], -72, true],
  ['a weaker preamble on a secondary channel', ['5G', 36, 80], ['5G', 44, 20], -73, false],
  ['a channel beside it', ['5G', 36, 20], ['5G', 40, 20], -55, false],
  ['a shifted channel of 2.4 GHz by its preamble', ['2.4G', 1, 20], ['2.4G', 3, 20], -65, false],
  ['a shifted channel of 2.4 GHz by its energy', ['2.4G', 1, 20], ['2.4G', 3, 20], -58, true],
  ['energy that leaks from channel 6 into channel 1', ['2.4G', 1, 20], ['2.4G', 6, 20], -25, true],
])('%s', (_title, listener, sender, levelDbm, expected) => {
  expect(defersTo(tune(listener), tune(sender), levelDbm)).toBe(expected);
});
