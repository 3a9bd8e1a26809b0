import { expect, test } from 'vitest';
import { DEVICE_STATE_CODES, DEVICE_STATE_TABLE, deviceMay, deviceState } from './states.ts';

test('the table has each of the codes 0 to 9 once, with a word of its own', () => {
  expect(DEVICE_STATE_TABLE.map((row) => row.code)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(DEVICE_STATE_CODES).toHaveLength(10);
  expect(new Set(DEVICE_STATE_TABLE.map((row) => row.word)).size).toBe(10);
});

test('tag colours: offline, upgrading and a failed upload are errors, restarting is a warning, the rest success', () => {
  const of = (colour: string) =>
    DEVICE_STATE_TABLE.filter((row) => row.colour === colour).map((row) => row.code);
  expect([of('error'), of('warning'), of('success')]).toEqual([[0, 3, 6, 9], [8], [1, 2, 4, 5, 7]]);
});

test('2, 5, 6 and 7 count as online', () => {
  for (const code of [1, 2, 5, 6, 7]) expect(deviceState(code).countsOnline).toBe(true);
  for (const code of [0, 3, 8, 9]) expect(deviceState(code).countsOnline).toBe(false);
});

test('restart, reset and upgrade are blocked while a device restarts or upgrades', () => {
  for (const action of ['restart', 'reset', 'upgrade', 'configure'] as const) {
    expect(deviceMay(8, action)).toMatchObject({ allowed: false });
    expect(deviceMay(3, action)).toMatchObject({ allowed: false, code: 71 });
    expect(deviceMay(1, action)).toEqual({ allowed: true });
  }
});

test('an offline device is refused with 36, an upgrade with its own sentence; it can be renamed', () => {
  expect(deviceMay(0, 'restart')).toMatchObject({ allowed: false, code: 36 });
  expect(deviceMay(9, 'upgrade')).toEqual({
    allowed: false,
    code: 36,
    reason: 'Only online devices can be upgraded.',
  });
  expect(deviceMay(0, 'rename')).toEqual({ allowed: true });
});

test('every next state is in the table, and an unknown code reads as offline', () => {
  for (const row of DEVICE_STATE_TABLE)
    for (const next of row.next) expect(deviceState(next).code).toBe(next);
  expect(deviceState(77).code).toBe(0);
});
