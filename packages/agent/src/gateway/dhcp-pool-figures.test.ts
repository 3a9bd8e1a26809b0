import { expect, test } from 'vitest';
import type { Lease } from '../collect/leases.ts';
import { countPoolAddresses } from './dhcp-pool-figures.ts';

const NOW = 1_000_000;
const pool = {
  name: 'guests',
  vlanId: 20,
  start: '10.0.0.10',
  end: '10.0.0.19',
  mask: '255.255.255.0',
  gateway: '10.0.0.1',
  dns: [],
  leaseMinutes: 60,
};
const lease = (ip: string, expires = NOW + 1): Lease => ({
  ip,
  expires,
  mac: '02:00:00:00:00:01',
  name: undefined,
});
const reservation = (ip: string) => ({ ip, mac: '02:00:00:00:00:09', name: 'printer' });

test.each<[string, Lease[], ReturnType<typeof reservation>[], number]>([
  ['no leases', [], [], 0],
  ['the first and the last address', [lease('10.0.0.10'), lease('10.0.0.19')], [], 2],
  ['leases outside the range', [lease('10.0.0.9'), lease('10.0.0.20')], [], 0],
  ['an expired lease', [lease('10.0.0.10', NOW)], [], 0],
  ['a lease that never expires', [lease('10.0.0.10', 0)], [], 1],
  ['a reserved address of an absent client', [], [reservation('10.0.0.12')], 1],
  ['a reserved address that is leased', [lease('10.0.0.12')], [reservation('10.0.0.12')], 1],
  ['a reserved address outside the range', [lease('10.0.0.50')], [reservation('10.0.0.50')], 0],
])('counts the addresses of a pool in use: %s', (_title, leases, reservations, used) => {
  expect(countPoolAddresses([{ ...pool, reservations }], leases, NOW)).toEqual([
    { vlanId: 20, addresses: 10, used },
  ]);
});
