import { describe, expect, it } from 'vitest';
import { computeAirtimeShares } from './air-counters.ts';

describe('the shares of airtime', () => {
  const reading = (activeMs: number, busyMs?: number, sentMs?: number, ownReceivedMs?: number) => ({
    mhz: 2412,
    isInUse: true,
    noiseDbm: -95,
    activeMs,
    busyMs,
    sentMs,
    ownReceivedMs,
  });
  it.each([
    [
      'are those between two readings',
      reading(70_000, 30_000, 9_000, 5_500),
      reading(10_000, 6_000, 3_000, 1_000),
      { busyPercent: 40, txPercent: 10, rxPercent: 7.5 },
    ],
    ['have one decimal', reading(60_000, 7_777), reading(0, 0), { busyPercent: 13 }],
    ['are unknown without an earlier reading', reading(60_000, 30_000), undefined, {}],
    ['are unknown after a restart of the driver', reading(900, 300), reading(60_000, 200), {}],
    ['are unknown while the channel is not active', reading(60_000, 300), reading(60_000, 200), {}],
    [
      'leave out a single counter that has fallen',
      reading(60_000, 6_000, 100),
      reading(0, 0, 200),
      { busyPercent: 10 },
    ],
    [
      'leave out a counter above the active time',
      reading(1_000, 2_000, 10),
      reading(0, 0, 0),
      { txPercent: 1 },
    ],
    ['are at most 100 %', reading(1_000, 1_004), reading(0, 0), { busyPercent: 100 }],
  ])('%s', (_title, now, before, shares) => {
    expect(computeAirtimeShares(now, before)).toEqual(shares);
  });
});
