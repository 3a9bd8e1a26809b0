import { expect, test } from 'vitest';
import { guessClientKind } from './client-kind.ts';

test.each([
  ['phone', 'iPhone-14'],
  ['phone', 'Galaxy-S23'],
  ['phone', 'android-3f2a91'],
  ['tablet', 'Ines-iPad'],
  ['tablet', 'Galaxy-Tab-S9'],
  ['watch', 'Galaxy-Watch6'],
  ['computer', 'DESKTOP-7QK2M1'],
  ['computer', 'Marias-MacBook-Pro'],
  ['tv', 'LivingRoom-TV'],
  ['tv', 'Chromecast'],
  ['console', 'PS5-123'],
  ['printer', 'EPSON1A2B3C'],
  ['printer', 'NPI4F2A10'],
  ['camera', 'garden-cam'],
  ['unknown', ''],
  ['unknown', 'esp-8266'],
  ['unknown', 'scampi'],
] as const)('guesses %s from the host name %j', (kind, name) => {
  expect(guessClientKind({ name })).toBe(kind);
});

test('guesses the kind of a renamed client from its reported name', () => {
  expect(guessClientKind({ name: 'Reception', reportedName: 'DESKTOP-7QK2M1' })).toBe('computer');
});
