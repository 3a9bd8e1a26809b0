import { describe, expect, test } from 'vitest';
import { backhaulStat } from './backhaul-stat.ts';
import { statMessage } from './messages.ts';

const wired = { kind: 'wired', parentMac: '02:00:00:00:00:01', hops: 1 };
const wireless = {
  ...wired,
  kind: 'wireless',
  band: '5G',
  channel: 149,
  signalDbm: -61,
  rateMbps: 480.5,
  retryPercent: 4,
};
const candidate = (number: number) => ({ mac: `02:00:00:00:00:1${number}`, signalDbm: -70 });
const listCandidates = (count: number) => Array.from({ length: count }, (_, index) => candidate(index));

describe('the backhaul of a mesh node', () => {
  test.each([
    ['a wired connection', wired],
    ['a wired connection of a node that receives others', { ...wired, candidates: listCandidates(2) }],
    ['a wireless connection', wireless],
    ['the limits of all figures', { ...wireless, hops: 16, signalDbm: -120, rateMbps: 0, retryPercent: 100 }],
    ['8 candidates', { ...wireless, candidates: listCandidates(8) }],
  ])('is accepted with %s', (_title, stat) => expect(backhaulStat.safeParse(stat).success).toBe(true));

  test.each([
    ['no parent', { ...wireless, parentMac: undefined }],
    ['a parent without a MAC address', { ...wireless, parentMac: 'Hall' }],
    ['no hops', { ...wireless, hops: 0 }],
    ['17 hops', { ...wireless, hops: 17 }],
    ['a fraction of a hop', { ...wireless, hops: 1.5 }],
    ['an unknown kind', { ...wireless, kind: 'powerline' }],
    ['a signal above 0 dBm', { ...wireless, signalDbm: 1 }],
    ['a signal below −120 dBm', { ...wireless, signalDbm: -121 }],
    ['a signal that is not a number', { ...wireless, signalDbm: Number.NaN }],
    ['a negative rate', { ...wireless, rateMbps: -1 }],
    ['more than 100% retries', { ...wireless, retryPercent: 101 }],
    ['an unknown band', { ...wireless, band: '60G' }],
    ['channel 0', { ...wireless, channel: 0 }],
    ...(['band', 'channel', 'signalDbm', 'rateMbps', 'retryPercent'] as const).flatMap(
      (figure): [string, object][] => [
        [`a wireless connection without ${figure}`, { ...wireless, [figure]: undefined }],
        [`a wired connection with ${figure}`, { ...wired, [figure]: wireless[figure] }],
      ],
    ),
    ['9 candidates', { ...wireless, candidates: listCandidates(9) }],
    ['a candidate without a signal', { ...wireless, candidates: [{ mac: candidate(1).mac }] }],
    [
      'a candidate that is listed twice in two notations',
      { ...wireless, candidates: [candidate(1), { ...candidate(1), mac: '02-00-00-00-00-11' }] },
    ],
    ['its parent as a candidate', { ...wireless, candidates: [{ ...candidate(1), mac: wired.parentMac }] }],
  ])('is rejected with %s', (_title, stat) => expect(backhaulStat.safeParse(stat).success).toBe(false));

  test('has its MAC addresses in one notation, and no candidates by default', () => {
    const { candidates, parentMac } = backhaulStat.parse({ ...wired, parentMac: '0200.0000.00AB' });
    expect([parentMac, candidates]).toEqual(['02:00:00:00:00:ab', []]);
  });

  test('is an optional part of the figures of a device; figures with an invalid backhaul are refused', () => {
    const figures = { session: 'one', seq: 1, ts: 0 };
    expect(statMessage.parse({ ...figures, backhaul: wireless }).backhaul).toMatchObject(wireless);
    expect(statMessage.safeParse(figures).success).toBe(true);
    expect(statMessage.safeParse({ ...figures, backhaul: { ...wired, signalDbm: -60 } }).success).toBe(false);
  });
});
