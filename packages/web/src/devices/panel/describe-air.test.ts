import { describe, expect, it } from 'vitest';
import { describeAir } from './describe-air.ts';

describe('the air of a radio', () => {
  it.each<[string, Parameters<typeof describeAir>[0], string[]]>([
    [
      'with the part of others, which adds up on screen',
      { up: true, busyPercent: 34.5, txPercent: 12.4, rxPercent: 4.4, noiseDbm: -94.6, retryPercent: 6.2 },
      ['Channel 35% busy: 12% sent, 4% received, 19% others', 'Noise −95 dBm, retries 6%'],
    ],
    [
      'without a negative part of others',
      { up: true, busyPercent: 10, txPercent: 8, rxPercent: 4 },
      ['Channel 10% busy: 8% sent, 4% received, 0% others'],
    ],
    [
      'without the part of others if the driver does not measure what the radio receives',
      { up: true, busyPercent: 10, txPercent: 8 },
      ['Channel 10% busy, 8% sent'],
    ],
    ['without a busy share', { up: true, rxPercent: 3 }, ['Airtime 3% received']],
    ['with the retries only', { up: true, retryPercent: 0 }, ['Retries 0%']],
    ['without figures', { up: true }, []],
    ['of a radio that is off', { up: false, busyPercent: 10, noiseDbm: -95 }, []],
  ])('is described %s', (_title, radio, lines) => {
    expect(describeAir(radio)).toEqual(lines);
  });
});
