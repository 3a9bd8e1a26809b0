import { expect, test } from 'vitest';
import { describeRfRow } from './describe-row.ts';
import type { RfPlanRow } from './runs.ts';

const ROW: RfPlanRow = {
  deviceId: 'ap1',
  deviceName: 'Lobby',
  radioId: 'radio0',
  band: '5G',
  now: { channel: 36, widthMhz: 80 },
  proposed: { channel: 52, widthMhz: 80 },
  clients: 7,
  interruptionSeconds: 60,
  othersBefore: 0.41,
  othersAfter: 0.06,
  foreignBefore: 0.2,
  foreignAfter: 0.05,
  neighboursBefore: 3,
  neighboursAfter: 1,
};
const KEPT = { proposed: ROW.now };

test.each<[string, Partial<RfPlanRow>, string]>([
  [
    'fewer neighbours',
    {},
    'Shares channel 36 with 3 access points, channel 52 with 1 access point: 41 % to 6 % of the airtime used by others.',
  ],
  [
    'fewer foreign networks',
    { neighboursAfter: 3 },
    'Foreign networks use 20 % of channel 36 and 5 % of channel 52: 41 % to 6 % of the airtime used by others.',
  ],
  [
    'room for others',
    { neighboursAfter: 3, foreignAfter: 0.2, othersAfter: 0.45 },
    'Makes room on channel 36 for its neighbours: 41 % to 45 % of the airtime used by others.',
  ],
  [
    'a narrower channel',
    { proposed: { channel: 36, widthMhz: 40 } },
    '40 MHz leave room for others: 41 % to 6 % of the airtime used by others.',
  ],
  ['no change', { ...KEPT, othersAfter: 0.41 }, 'No other channel is better.'],
  ['no change, with relief', KEPT, 'Gains by the others: they use 6 % of its airtime instead of 41 %.'],
  [
    'a lower power',
    { ...KEPT, power: { now: 20, proposed: 14, most: 20 } },
    '14 instead of 20 dBm disturb others less and keep the coverage.',
  ],
  [
    'a higher power',
    { ...KEPT, power: { now: 14, proposed: 20, most: 20 } },
    '20 instead of 14 dBm: a lower power no longer helps others, or no longer covers enough.',
  ],
  [
    'a lower power on another channel',
    { neighboursAfter: 3, power: { now: 20, proposed: 14, most: 20 } },
    'Foreign networks use 20 % of channel 36 and 5 % of channel 52: 41 % to 6 % of the airtime used by others. 14 instead of 20 dBm disturb others less and keep the coverage.',
  ],
  [
    'a radio that is off',
    { ...KEPT, turnsOff: true, surplus: { places: 34, secondDbm: -61, disturbed: 1 } },
    'Is turned off. Two others cover all 34 places that it covers, with at least −61 dBm; 1 other radio waits for it.',
  ],
  [
    'radar',
    { mustLeave: 'radar' },
    'Leaves channel 36 because of radar: 41 % to 6 % of the airtime used by others.',
  ],
  [
    'radar without another channel',
    { ...KEPT, mustLeave: 'radar' },
    'Radar was found on channel 36, and no other channel is allowed.',
  ],
  ['elsewhere', { ...KEPT, kept: 'elsewhere' }, 'It is not near the cause of this optimization.'],
  ['by hand', { ...KEPT, kept: 'by-hand' }, 'Its channel was set by hand.'],
])('describes a row: %s', (_name, values, expected) =>
  expect(describeRfRow({ ...ROW, ...values })).toBe(expected),
);
