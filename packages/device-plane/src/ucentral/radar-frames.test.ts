import type { RadioStat } from '@northlight/contract/device-protocol';
import { expect, test } from 'vitest';
import { RadarFrames } from './radar-frames.ts';

const NOW = 1_000_000_000_000;
const MINUTE = 60_000;
const RADIOS = [
  { id: 'radio0', band: '2.4G', maxPowerDbm: 20 },
  { id: 'radio1', band: '5G', maxPowerDbm: 23 },
] as const;
const STATS: RadioStat[] = RADIOS.map(({ id }) => ({ id, up: true, ssids: [] }));
const list = (frames: string, radios: Parameters<RadarFrames['receive']>[1] = [...RADIOS]) => {
  const radar = new RadarFrames();
  radar.receive(JSON.parse(frames), radios, NOW);
  return radar
    .addTo(
      radios.map(({ id }) => ({ id, up: true, ssids: [] })),
      NOW + 90_000,
    )
    .flatMap(({ id, radar: finds = [] }) =>
      finds.map(({ ageSeconds, channels }) => [id, channels, ageSeconds]),
    );
};

test.each([
  [
    'a channel of 80 MHz',
    '[[1700000000,{"radar-detected":{"frequency":5520,"width":3,"center1":5530,"center2":0}}]]',
    [['radio1', [100, 104, 108, 112], 90]],
  ],
  [
    'a channel of 20 MHz, by two networks of the radio',
    '[[1700000000,{"radar-detected":{"frequency":5260,"width":1,"center1":5260,"center2":0}}],' +
      '[1700000000,{"radar-detected":{"frequency":5260,"width":1,"center1":5260,"center2":0}}]]',
    [['radio1', [52], 90]],
  ],
  [
    'a channel of 160 MHz, whose lower half needs no check',
    '[[1700000000,{"radar-detected":{"frequency":5180,"width":5,"center1":5250,"center2":0}}]]',
    [['radio1', [52, 56, 60, 64], 90]],
  ],
  [
    'a channel in two parts',
    '[[1700000000,{"radar-detected":{"frequency":5500,"width":4,"center1":5530,"center2":5610}}]]',
    [['radio1', [100, 104, 108, 112, 116, 120, 124, 128], 90]],
  ],
  [
    'other frames, and malformed ones',
    '[[1700000000,{"assoc":{"address":"02:00:00:00:00:0b"}}],7,[1],[1,{"radar-detected":5}],' +
      '[1,{"radar-detected":{"frequency":2412}}],[1,{"radar-detected":{"frequency":5501.5}}],' +
      '[1,{"radar-detected":{"frequency":5300,"width":"wide","center1":-5}}]]',
    [['radio1', [60], 90]],
  ],
  ['no list', '{"radar-detected":{}}', []],
])('%s', (_, frames, finds) => expect(list(frames)).toEqual(finds));

test('names the radio of a device with two of 5 GHz by the frequency', () => {
  const radios = [
    { id: 'low', band: '5G-1', maxPowerDbm: 20 },
    { id: 'high', band: '5G-2', maxPowerDbm: 20 },
  ] as const;
  const frame = (mhz: number) =>
    `[1,{"radar-detected":{"frequency":${mhz},"width":1,"center1":${mhz},"center2":0}}]`;
  expect(list(`[${frame(5260)},${frame(5500)}]`, [...radios])).toEqual([
    ['low', [52], 90],
    ['high', [100], 90],
  ]);
});

test('reports a find for 30 min, and later ones on the same channel again', () => {
  const radar = new RadarFrames();
  const frames = [[1, { 'radar-detected': { frequency: 5260, width: 1, center1: 5260, center2: 0 } }]];
  radar.receive(frames, [...RADIOS], NOW);
  radar.receive(frames, [...RADIOS], NOW + 59_000);
  radar.receive(frames, [...RADIOS], NOW + 10 * MINUTE);
  const count = (at: number) => radar.addTo(STATS, at)[1]?.radar?.length ?? 0;
  expect([15, 30, 40].map((minutes) => count(NOW + minutes * MINUTE))).toEqual([2, 1, 0]);
});
