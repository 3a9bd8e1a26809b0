import { expect, test } from 'vitest';
import { describeRadarBan } from './describe-radar.ts';

test.each<[Parameters<typeof describeRadarBan>[2], number[], string]>([
  [undefined, [100], 'Channel 100 is blocked until 14:32 because of radar.'],
  [undefined, [52, 56, 60, 64], 'Channels 52 to 64 are blocked until 14:32 because of radar.'],
  [undefined, [52, 100, 104], 'Channels 52, 100 to 104 are blocked until 14:32 because of radar.'],
  [
    { channel: 36, setting: { channel: 100, widthMhz: 20 } },
    [100],
    'Channel 100 is blocked until 14:32 because of radar; 36 is used meanwhile.',
  ],
  [
    { channel: 36, setting: { channel: 100, widthMhz: 'auto' } },
    [112],
    'Channel 100 is blocked until 14:32 because of radar; 36 is used meanwhile.',
  ],
  [
    { setting: { channel: 100, widthMhz: 20 } },
    [100],
    'Channel 100 is blocked until 14:32 because of radar.',
  ],
  [
    { channel: 36, setting: { channel: 44, widthMhz: 20 } },
    [100],
    'Channel 100 is blocked until 14:32 because of radar.',
  ],
  [
    { channel: 36, setting: { channel: 'auto', widthMhz: 80 } },
    [100, 104],
    'Channels 100 to 104 are blocked until 14:32 because of radar.',
  ],
])('%j with radar on %j', (state, channels, sentence) =>
  expect(describeRadarBan({ channels }, '14:32', state)).toBe(sentence),
);
