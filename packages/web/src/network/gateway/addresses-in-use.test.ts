import { expect, test } from 'vitest';
import { listAddressesInUse } from './addresses-in-use.ts';

const pool = { start: '10.0.0.10', end: '10.0.0.19' };
const clients = (...ips: (string | undefined)[]) => ips.map((ip) => ({ ip }));

test.each<[string, Parameters<typeof listAddressesInUse>[0], (string | undefined)[], number]>([
  ['no clients', pool, [], 0],
  ['the first and the last', pool, ['10.0.0.10', '10.0.0.19'], 2],
  ['addresses next to the range', pool, ['10.0.0.9', '10.0.0.20'], 0],
  ['a client without an address, and one with IPv6 only', pool, [undefined, 'fe80::1'], 0],
  ['one address that two clients report', pool, ['10.0.0.12', '10.0.0.12'], 1],
  [
    'a reserved address outside the range',
    { ...pool, reservations: [{ mac: '02:00:00:00:00:09', ip: '10.0.0.50' }] },
    ['10.0.0.50', '10.0.0.51'],
    1,
  ],
])('%s', (_title, own, ips, expected) => {
  expect(listAddressesInUse(own, clients(...ips))).toBe(expected);
});
