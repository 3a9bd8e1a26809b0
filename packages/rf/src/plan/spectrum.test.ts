import { expect, test } from 'vitest';
import { computeSpectralOverlap, createSpectrum, isPossibleSpectrum } from './spectrum.ts';

const low = (channel: number) => createSpectrum('2.4G', channel);
const high = (channel: number, ...parts: number[]) => createSpectrum('5G', channel, [channel, ...parts]);

test.each([
  ['the same channel', low(6), low(6), 1],
  ['one channel apart', low(6), low(7), 0.727],
  ['four channels apart', low(5), low(9), 0.005],
  ['five channels apart', low(1), low(6), 0],
  ['neighbouring channels of 5 GHz', high(36), high(40), 0],
  ['a narrow channel inside a wide one', high(36), high(44, 36, 40, 48), 1],
  ['two channels of 40 MHz', high(36, 40), high(40, 36), 1],
  ['two blocks of 80 MHz', high(36, 40, 44, 48), high(52, 56, 60, 64), 0],
  ['40 MHz and 20 MHz on 2.4 GHz', createSpectrum('2.4G', 1, [1, 5]), low(5), 1],
])('overlap of %s', (_, a, b, overlap) => {
  expect(computeSpectralOverlap(a, b)).toBeCloseTo(overlap, 9);
  expect(computeSpectralOverlap(b, a)).toBeCloseTo(overlap, 9);
});

test('has the width and the ends of its parts', () => {
  expect(high(44, 36, 40, 48)).toEqual({ channel: 44, widthMhz: 80, lowMhz: 5170, highMhz: 5250 });
  expect(low(1)).toEqual({ channel: 1, widthMhz: 20, lowMhz: 2402, highMhz: 2422 });
});

test.each([
  [low(1), true],
  [low(14), true],
  [createSpectrum('2.4G', 1, [1, 5]), true],
  [high(32), true],
  [high(177), true],
  [high(48, 36, 40, 44), true],
  [low(0), false],
  [low(-1), false],
  [low(20), false],
  [high(30), false],
  [high(184), false],
  [high(Number.NaN), false],
  [createSpectrum('5G', 52, [36, 40]), false],
  [high(36, 40, 44), false],
])('the channel %o can exist: %s', (spectrum, isPossible) =>
  expect(isPossibleSpectrum(spectrum)).toBe(isPossible),
);
