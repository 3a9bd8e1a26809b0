import { expect, test } from 'vitest';
import { DEVICE_STATE_CODES, DEVICE_STATE_TABLE, getDevicePermission, getDeviceState } from './states.ts';

test('the state table has each code from 0 to 9 once, with a unique label', () => {
  expect(DEVICE_STATE_TABLE.map((row) => row.code)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(DEVICE_STATE_CODES).toHaveLength(10);
  expect(new Set(DEVICE_STATE_TABLE.map((row) => row.label)).size).toBe(10);
});

test('the state table colours states 0, 3, 6 and 9 as errors, state 8 as a warning, and the others as success', () => {
  const of = (colour: string) =>
    DEVICE_STATE_TABLE.filter((row) => row.colour === colour).map((row) => row.code);
  expect([of('error'), of('warning'), of('success')]).toEqual([[0, 3, 6, 9], [8], [1, 2, 4, 5, 7]]);
});

test('counts a device as online in states 1, 2, 5, 6 and 7', () => {
  for (const code of [1, 2, 5, 6, 7]) expect(getDeviceState(code).countsOnline).toBe(true);
  for (const code of [0, 3, 8, 9]) expect(getDeviceState(code).countsOnline).toBe(false);
});

test('blocks restart, reset and upgrade while a device restarts or upgrades', () => {
  for (const action of ['restart', 'reset', 'upgrade', 'configure'] as const) {
    expect(getDevicePermission(8, action)).toMatchObject({ allowed: false });
    expect(getDevicePermission(3, action)).toMatchObject({ allowed: false, code: 71 });
    expect(getDevicePermission(1, action)).toEqual({ allowed: true });
  }
});

test('refuses with code 36 to restart or upgrade a device that is not online, and allows renaming the device', () => {
  expect(getDevicePermission(0, 'restart')).toMatchObject({ allowed: false, code: 36 });
  expect(getDevicePermission(9, 'upgrade')).toEqual({
    allowed: false,
    code: 36,
    reason: 'Only online devices can be upgraded.',
  });
  expect(getDevicePermission(0, 'rename')).toEqual({ allowed: true });
});

test('the state table contains the target of each transition; an unknown code means offline', () => {
  for (const row of DEVICE_STATE_TABLE)
    for (const next of row.next) expect(getDeviceState(next).code).toBe(next);
  expect(getDeviceState(77).code).toBe(0);
});
