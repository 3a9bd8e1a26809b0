import { expect, test } from 'vitest';
import { presentVisit } from './present-visit.ts';

const SECOND = 1000;
const T = Date.parse('2026-11-22T03:00:00.000Z');
const visit = (device: string, from: number, until: number | null, band: string | null = '5G') => ({
  project_id: 1,
  mac: '02:00:00:00:00:01',
  from_at: new Date(T + from * SECOND),
  until_at: until === null ? null : new Date(T + until * SECOND),
  device_id: device,
  device_name: device,
  ssid: 'Hotel',
  band,
  port: null,
  signal_dbm: -60,
  last_signal_dbm: -60,
});
const work = (deviceId: string, at: number) => ({
  deviceId,
  title: 'Channel plan: 2 radios',
  at: new Date(T + at * SECOND),
});

test.each<[string, ReturnType<typeof visit>, ReturnType<typeof visit>, ReturnType<typeof work>, number?]>([
  ['a pause at the same device', visit('a', -900, 0), visit('a', 12, null), work('a', 20), 12],
  ['a pause before another device', visit('a', -900, 0), visit('b', 61, null), work('a', -30), 61],
  ['no pause', visit('a', -900, 0), visit('b', 0, null), work('a', 0)],
  ['work on the device after it only', visit('a', -900, 0), visit('b', 12, null), work('b', 5)],
  ['work long before', visit('a', -900, 0), visit('a', 12, null), work('a', -200)],
  ['work long after', visit('a', -900, 0), visit('a', 12, null), work('a', 200)],
  ['a long absence', visit('a', -900, 0), visit('a', 1000, null), work('a', 20)],
  ['a wired client', visit('a', -900, 0, null), visit('a', 12, null), work('a', 20)],
  ['a visit that has not ended', visit('a', -900, null), visit('a', 12, null), work('a', 20)],
])('explains %s', (_name, before, after, interruption, seconds) => {
  const { pause } = presentVisit(after, before, [interruption]);
  expect(pause?.seconds).toBe(seconds);
  if (seconds !== undefined)
    expect(pause).toEqual({ seconds, cause: interruption.title, at: interruption.at.toISOString() });
});
