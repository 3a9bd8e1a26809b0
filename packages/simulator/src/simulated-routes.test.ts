import { expect, test } from 'vitest';
import { listRoutes } from './simulated-routes.ts';

const VLANS = [
  { id: 20, name: 'Guests', ip: '10.20.3.254', prefix: 22, ports: [] },
  { id: 30, name: 'Cameras', ip: '192.168.30.129', prefix: 28, ports: [] },
  { id: 40, name: 'Without address', ports: [] },
];
const ROUTE = { name: 'branch', destination: '10.99.0.0', prefix: 16, nextHop: '10.20.0.2' };

test('lists the default route, the networks of the VLANs, and the static routes', () => {
  expect(listRoutes({ vlans: VLANS, staticRoutes: [ROUTE] }, 'wan1')).toEqual([
    { destination: '0.0.0.0', prefix: 0, nextHop: '100.64.0.1', port: 'wan1', origin: 'wan' },
    { destination: '10.20.0.0', prefix: 22, port: 'vlan20', origin: 'connected' },
    { destination: '192.168.30.128', prefix: 28, port: 'vlan30', origin: 'connected' },
    { destination: '10.99.0.0', prefix: 16, nextHop: '10.20.0.2', origin: 'static' },
  ]);
});

test('lists the gateway of a static WAN address as default route, and none without a WAN port', () => {
  const wan = [
    {
      mode: 'static' as const,
      port: 'wan1',
      ip: '203.0.113.2',
      prefix: 30,
      gateway: '203.0.113.1',
      dns: [],
    },
  ];
  expect(listRoutes({ vlans: [], wan }, 'wan1')).toEqual([
    { destination: '0.0.0.0', prefix: 0, nextHop: '203.0.113.1', port: 'wan1', origin: 'wan' },
  ]);
  expect(listRoutes({ vlans: [] }, undefined)).toEqual([]);
});
