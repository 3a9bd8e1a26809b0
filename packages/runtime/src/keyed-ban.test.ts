import { expect, test } from 'vitest';
import { KeyedBan } from './keyed-ban.ts';

function refuse(ban: KeyedBan, key: string, times: number, now: number): void {
  for (let count = 0; count < times; count++) ban.record(key, now);
}

test('bans only the key with ten refusals within 1 min, for 1 min', () => {
  const ban = new KeyedBan(10);
  refuse(ban, 'a', 9, 0);
  expect(ban.isBanned('a', 0)).toBe(false);
  refuse(ban, 'a', 1, 1000);
  expect([ban.isBanned('a', 60_999), ban.isBanned('a', 61_000), ban.isBanned('b', 1000)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('does not add refusals more than 1 min apart', () => {
  const ban = new KeyedBan(10);
  refuse(ban, 'a', 9, 0);
  refuse(ban, 'a', 9, 60_000);
  expect(ban.isBanned('a', 60_000)).toBe(false);
});

test('forgets the oldest keys above 50,000, so that its memory is limited', () => {
  const ban = new KeyedBan(10);
  for (let count = 0; count < 60_000; count++) ban.record(`name-${count}`, 0);
  refuse(ban, 'name-0', 9, 0);
  expect(ban.isBanned('name-0', 0)).toBe(false);
});
