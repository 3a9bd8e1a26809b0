import type { NetworkConfig, StaticRoute } from '@northlight/contract';
import { expect, test } from 'vitest';
import { describeAddressCosts, needsClients } from './address-costs.ts';

const pool = { name: 'p', vlanId: 20, start: '10.9.0.100', end: '10.9.0.200', dns: [], leaseMinutes: 60 };
const NOW: NetworkConfig = {
  vlans: [{ id: 20, name: 'Staff', ip: '10.9.0.1', prefix: 24, ports: [] }],
  dhcpPools: [pool],
};
const CLIENTS = [
  { mac: '02:00:00:00:00:01', name: 'Printer', ip: '10.9.0.150' },
  { mac: '02:00:00:00:00:02', name: '', ip: '10.9.0.151' },
  { mac: '02:00:00:00:00:03', name: 'Far', ip: '10.9.1.9' },
];
const route = (destination: string, prefix: number): StaticRoute => ({
  name: 'r',
  destination,
  prefix,
  nextHop: '10.9.0.9',
});
const withRoute = (destination: string, prefix: number): NetworkConfig => ({
  ...NOW,
  staticRoutes: [route(destination, prefix)],
});
const withReservation = (mac: string): NetworkConfig => ({
  ...NOW,
  dhcpPools: [{ ...pool, reservations: [{ mac, ip: '10.9.0.150' }] }],
});
const network = (ip: string): NetworkConfig => ({
  vlans: [{ id: 30, name: 'Guests', ip, prefix: 24, ports: [] }],
  dhcpPools: [],
});

test.each<[string, NetworkConfig, string[], boolean?]>([
  ['no cost of a route to another network', withRoute('10.8.0.0', 16), []],
  [
    'the clients behind a route into a VLAN',
    withRoute('10.9.0.128', 25),
    [
      'Route r sends the traffic for 10.9.0.128/25, a part of VLAN 20, to 10.9.0.9. Printer and 02:00:00:00:00:02 become unreachable.',
    ],
    true,
  ],
  [
    'that no client is behind a route into a VLAN',
    withRoute('10.9.0.32', 32),
    [
      'Route r sends the traffic for 10.9.0.32/32, a part of VLAN 20, to 10.9.0.9. No online client has one of these addresses.',
    ],
  ],
  [
    'a default route to a host of a VLAN',
    withRoute('0.0.0.0', 0),
    [
      'Route r leads all traffic to the internet over 10.9.0.9, a host of VLAN 20, while no WAN is connected.',
    ],
  ],
  [
    'the client that has a reserved address',
    withReservation('02:00:00:00:00:09'),
    [
      '10.9.0.150 is reserved for 02:00:00:00:00:09, but Printer has it now and keeps it until its lease ends.',
    ],
  ],
  [
    'no cost of an address that is reserved for the client that has it',
    withReservation('02:00:00:00:00:01'),
    [],
  ],
  [
    'public addresses of a VLAN',
    network('8.8.8.1'),
    [
      'VLAN 30 uses public addresses (8.8.8.1/24). Its clients no longer reach the hosts of the internet that have them.',
    ],
  ],
  ['no cost of shared and private addresses', network('100.64.0.1'), []],
])('names %s', (_title, after, texts, isWarning = false) => {
  expect(describeAddressCosts(NOW, after, CLIENTS)).toEqual(texts.map((text) => ({ text, isWarning })));
  expect(describeAddressCosts(after, after, CLIENTS)).toEqual([]);
});

test('needs clients for changed routes and reservations only', () => {
  expect(needsClients(NOW, withRoute('10.8.0.0', 16))).toBe(true);
  expect(needsClients(NOW, withReservation('02:00:00:00:00:09'))).toBe(true);
  expect(needsClients(NOW, { ...NOW, vlans: [] })).toBe(false);
});
