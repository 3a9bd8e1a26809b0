import type { ConfigDhcpPool, DeviceLease } from '@northlight/contract/device-protocol';
import { expect, test } from 'vitest';
import { formatLeases, parseLeases } from '../collect/leases.ts';
import { selectLeases } from './select-leases.ts';

const NOW = 1_000_000;
const pool: ConfigDhcpPool = {
  vlanId: 20,
  name: 'Guests',
  start: '10.0.20.10',
  end: '10.0.20.20',
  mask: '255.255.255.0',
  gateway: '10.0.20.1',
  leaseMinutes: 120,
  dns: [],
  reservations: [{ mac: '0a:00:00:00:00:77', ip: '10.0.20.17' }],
};
const lease = (last: number, values: Partial<DeviceLease> = {}): DeviceLease => ({
  ip: `10.0.20.${last}`,
  mac: `0a:00:00:00:00:${last}`,
  expiresAt: NOW + 1,
  ...values,
});
const select = (...offered: DeviceLease[]) =>
  selectLeases(offered, {
    pools: [pool],
    present: [{ ip: '10.0.20.19', mac: '0a:00:00:00:00:99' }],
    now: NOW,
  });

test('takes over leases in a pool, those that never expire included', () => {
  const offered = [lease(10), lease(20), lease(12, { expiresAt: 0 })];
  expect(select(...offered)).toEqual(offered);
});

test.each<[string, DeviceLease]>([
  ['below the pool', lease(9, { mac: '0a:00:00:00:00:09' })],
  ['above the pool', lease(21)],
  ['in no network', lease(10, { ip: '192.168.1.10' })],
  ['expired', lease(10, { expiresAt: NOW })],
  ['at an address that is in use', lease(19)],
  ['of a client that has another lease', lease(11, { mac: '0a:00:00:00:00:99' })],
  ['at an address that is reserved for another client', lease(17)],
  ['of a client with a reservation elsewhere', lease(11, { mac: '0a:00:00:00:00:77' })],
])('leaves out a lease %s, and keeps the others', (_, wrong) => {
  expect(select(wrong, lease(13))).toEqual([lease(13)]);
});

test('keeps the first of two leases of one address or client', () => {
  expect(select(lease(10), lease(10), lease(11, { mac: '0a:00:00:00:00:10' }))).toEqual([lease(10)]);
});

test('writes leases that dnsmasq reads, without names that it does not accept', () => {
  const leases = [
    lease(10, { expiresAt: 5_000, name: 'Tablet-1' }),
    lease(11, { expiresAt: 0, name: 'evil name\n1 0a:00:00:00:00:12 10.0.20.12 x *' }),
  ];
  expect(parseLeases(formatLeases(leases))).toEqual([
    { expires: 5_000, mac: leases[0]?.mac, ip: leases[0]?.ip, name: 'Tablet-1' },
    { expires: 0, mac: leases[1]?.mac, ip: leases[1]?.ip, name: undefined },
  ]);
});
