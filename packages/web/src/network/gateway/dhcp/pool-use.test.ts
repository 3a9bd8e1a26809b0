import { expect, test } from 'vitest';
import {
  describePoolUse,
  describeUseBefore,
  findPoolUse,
  isBeforeChange,
  isPoolFull,
  isPoolHigh,
} from './pool-use.ts';

const AT = '2026-11-25T10:00:00.000Z';
const pool = (used: number, addresses = 10) => ({ vlanId: 20, addresses, used });

test.each([
  [0, '0 · 0%', false, false],
  [8, '8 · 80%', false, false],
  [9, '9 · 90%', true, false],
  [10, '10 · full', true, true],
])('describes %i used addresses of 10 as %s', (used, text, isHigh, isFull) => {
  expect(describePoolUse(pool(used))).toBe(text);
  expect([isPoolHigh(pool(used)), isPoolFull(pool(used))]).toEqual([isHigh, isFull]);
});

test('does not report a pool with 1 of 1,000 addresses free as full', () => {
  expect(describePoolUse(pool(999, 1000))).toBe('999 · 99%');
});

test('describes the use of a pool that has changed since the report with the size of the report', () => {
  expect(isBeforeChange(pool(10), 10)).toBe(false);
  expect(isBeforeChange(pool(10), 1017)).toBe(true);
  expect(describeUseBefore(pool(10))).toBe('10 of 10, old range');
});

test('finds the use of a pool by its VLAN, with the time of the report', () => {
  const device = { state: 1, dhcpPools: [pool(3)], dhcpPoolsAt: AT };
  expect(findPoolUse(device, 20)).toEqual({ ...pool(3), at: AT, isOnline: true });
  expect(findPoolUse({ ...device, state: 0 }, 20)?.isOnline).toBe(false);
  expect(findPoolUse(device, 30)).toBeUndefined();
  expect(findPoolUse(undefined, 20)).toBeUndefined();
});
