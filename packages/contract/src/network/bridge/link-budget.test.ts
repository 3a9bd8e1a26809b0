import { describe, expect, it, test } from 'vitest';
import {
  computeClearanceMetres,
  computeExpectedSignalDbm,
  computeFreeSpaceLossDb,
  getChannelFrequencyMhz,
} from './link-budget.ts';

/** Free-space loss from its definition, 20·log(4π·d·f/c), with d in metres and f in hertz. */
const computeLossByDefinition = (metres: number, mhz: number): number =>
  20 * Math.log10((4 * Math.PI * metres * mhz * 1e6) / 299_792_458);

test.each([
  [1, 2_412],
  [13, 2_472],
  [36, 5_180],
  [100, 5_500],
  [165, 5_825],
])('returns the frequency of channel %d', (channel, mhz) => {
  expect(getChannelFrequencyMhz(channel)).toBe(mhz);
});

describe('the link budget', () => {
  it.each([
    [300, 5_180],
    [1_000, 5_500],
    [5_000, 5_825],
  ])('has the free-space loss of the definition over %d m at %d MHz', (metres, mhz) => {
    expect(computeFreeSpaceLossDb(metres, mhz)).toBeCloseTo(computeLossByDefinition(metres, mhz), 1);
  });

  it('adds the transmit power and the gains of both antennas', () => {
    const ends = { powerDbm: 20, gainDbi: 13, peerGainDbi: 13, distanceMetres: 300, frequencyMhz: 5_180 };
    expect(computeExpectedSignalDbm(ends)).toBeCloseTo(46 - 96.28, 1);
  });

  it('needs 60 % of the first Fresnel zone at the middle of the link', () => {
    const wavelength = 299_792_458 / 5_180e6;
    const radius = Math.sqrt((wavelength * 1_000) / 4);
    expect(computeClearanceMetres(1_000, 5_180)).toBeCloseTo(0.6 * radius, 2);
  });
});
