import { expect, test } from 'vitest';
import type { WidthMhz } from './air-site.ts';
import { findSpectrum } from './channel-spectrum.ts';
import { computeLeakage, getMaskDbr } from './spectral-mask.ts';

test.each([
  [0, 20, 0],
  [9, 20, 0],
  [-11, 20, -20],
  [20, 20, -28],
  [30, 20, -40],
  [31, 20, Number.NEGATIVE_INFINITY],
  [41, 80, -20],
  [100, 80, -34],
])('at %i MHz from the centre of a channel of %i MHz, the mask is at %d dBr', (offset, width, dbr) => {
  expect(getMaskDbr(offset, width)).toBeCloseTo(dbr, 9);
});

/** Returns the share of the power of a channel of 2.4 GHz in another one (dB). */
function measureLeakage(from: number, to: number, widthMhz: WidthMhz = 20): number {
  const { highMhz, lowMhz } = findSpectrum({ band: '2.4G', channel: to, widthMhz: 20 });
  const share = computeLeakage(findSpectrum({ band: '2.4G', channel: from, widthMhz }), lowMhz, highMhz);
  return 10 * Math.log10(share);
}

test('nearly all power is inside the own channel', () => {
  expect(measureLeakage(6, 6)).toBeGreaterThan(-0.3);
  expect(measureLeakage(6, 6)).toBeLessThan(0);
});

test('power in another channel drops with its distance, equally in both directions', () => {
  const leakages = [6, 7, 8, 9, 10, 11].map((channel) => measureLeakage(6, channel));
  for (const [index, leakage] of leakages.entries())
    if (index > 0) expect(leakage).toBeLessThan(leakages[index - 1] ?? 0);
  expect(measureLeakage(6, 3)).toBeCloseTo(measureLeakage(6, 9), 9);
  // Channels that are called free of overlap still receive about a two-thousandth of the power.
  expect(leakages[5]).toBeGreaterThan(-37);
  expect(leakages[5]).toBeLessThan(-28);
});

test('a wide channel spreads its power', () => {
  expect(measureLeakage(1, 1, 40)).toBeCloseTo(-3, 0);
  expect(measureLeakage(1, 5, 40)).toBeCloseTo(-3, 0);
});

test('a distant channel receives nothing', () => {
  expect(measureLeakage(1, 13)).toBe(Number.NEGATIVE_INFINITY);
});
