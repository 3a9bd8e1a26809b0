import { expect, test } from 'vitest';
import type { AirRadio, RadarSource } from './air-site.ts';
import { detectRadar } from './radar.ts';

const RADIO: AirRadio = {
  bssid: '02:00:00:00:00:01',
  sn: 'AP1',
  position: { x: 0, y: 0, floor: 0 },
  band: '5G',
  channel: 100,
  widthMhz: 80,
  powerDbm: 23,
  security: 'WPA2',
  isOn: true,
  ssids: ['Office'],
  clients: [],
};
const SOURCE: RadarSource = {
  id: 'weather',
  fromChannel: 104,
  toChannel: 108,
  levelDbm: -40,
  moments: [1_000, 2_000],
};

test('a radio that receives radar leaves all its channels for 30 min', () => {
  expect(detectRadar([RADIO], [SOURCE], 0, 1_500)).toEqual([
    { bssid: RADIO.bssid, at: 1_000, channels: [100, 104, 108, 112], blockedUntil: 1_801_000 },
  ]);
});

test('bursts are counted once, in the order of time', () => {
  const second = { ...SOURCE, id: 'airport', moments: [500] };
  const times = (from: number, to: number) =>
    detectRadar([RADIO], [SOURCE, second], from, to).map(({ at }) => at);
  expect(times(0, 2_000)).toEqual([500, 1_000, 2_000]);
  expect([...times(0, 1_000), ...times(1_000, 2_000)]).toEqual([500, 1_000, 2_000]);
});

test.each<[string, Partial<AirRadio>, Partial<RadarSource>]>([
  ['on another channel', { channel: 120 }, {}],
  ['on channels without radar', { channel: 36 }, { fromChannel: 36, toChannel: 48 }],
  ['on another band', { band: '6G', channel: 101 }, {}],
  ['that is off', { isOn: false }, {}],
  ['that the radar does not reach', {}, { levelDbm: -90 }],
])('a radio %s detects nothing', (_title, radio, source) => {
  expect(detectRadar([{ ...RADIO, ...radio }], [{ ...SOURCE, ...source }], 0, 5_000)).toEqual([]);
});

test('a channel of 160 MHz from 36 blocks only its upper half', () => {
  const found = detectRadar(
    [{ ...RADIO, channel: 36, widthMhz: 160 }],
    [{ ...SOURCE, fromChannel: 60, toChannel: 60 }],
    0,
    1_000,
  );
  expect(found.map(({ channels }) => channels)).toEqual([[52, 56, 60, 64]]);
});

test('only some radios receive a radar at the limit', () => {
  const radios = Array.from({ length: 200 }, (_, index) => ({ ...RADIO, bssid: `radio ${index}` }));
  const found = detectRadar(radios, [{ ...SOURCE, levelDbm: -62, moments: [1] }], 0, 1);
  expect(found.length).toBeGreaterThan(60);
  expect(found.length).toBeLessThan(140);
});
