import { expect, test } from 'vitest';
import { RefusalBan } from './refusal-ban.ts';

function refuse(ban: RefusalBan, key: string, times: number, now: number): void {
  for (let count = 0; count < times; count++) ban.refused(key, now);
}

test('ten refusals within a minute keep the same one out for a minute, and nobody else', () => {
  const ban = new RefusalBan(10);
  refuse(ban, 'a', 9, 0);
  expect(ban.isBanned('a', 0)).toBe(false);
  refuse(ban, 'a', 1, 1000);
  expect([ban.isBanned('a', 60_999), ban.isBanned('a', 61_000), ban.isBanned('b', 1000)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('refusals that are far apart do not add up', () => {
  const ban = new RefusalBan(10);
  refuse(ban, 'a', 9, 0);
  refuse(ban, 'a', 9, 60_000);
  expect(ban.isBanned('a', 60_000)).toBe(false);
});

test('a flood of names does not fill the memory', () => {
  const ban = new RefusalBan(10);
  for (let count = 0; count < 60_000; count++) ban.refused(`name-${count}`, 0);
  refuse(ban, 'name-0', 9, 0);
  expect(ban.isBanned('name-0', 0)).toBe(false);
});
