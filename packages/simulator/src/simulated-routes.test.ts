import { expect, test } from 'vitest';
import { listRoutes } from './simulated-routes.ts';

const VLANS = [
  { id: 20, name: 'Guests', ip: '10.20.3.254', prefix: 22, ports: [] },
  { id: 30, name: 'Cameras', ip: '192.168.30.129', prefix: 28, ports: [] },
  { id: 40, name: 'Without address', ports: [] },
];
const ROUTE = { name: 'branch', destination: '10.99.0.0', prefix: 16, nextHop: '10.20.0.2' };

test('lists the default route, the networks of the VLANs, and the static routes with their ports', () => {
  const defaultRoutes = [{ port: 'wan1', gateway: '100.64.5.1' }];
  expect(listRoutes({ vlans: VLANS, staticRoutes: [ROUTE] }, defaultRoutes)).toEqual([
    { destination: '0.0.0.0', prefix: 0, nextHop: '100.64.5.1', port: 'wan1', origin: 'wan' },
    { destination: '10.20.0.0', prefix: 22, port: 'vlan20', origin: 'connected' },
    { destination: '192.168.30.128', prefix: 28, port: 'vlan30', origin: 'connected' },
    { destination: '10.99.0.0', prefix: 16, nextHop: '10.20.0.2', port: 'vlan20', origin: 'static' },
  ]);
});

test('lists no next hop for a PPPoE line, and no default route without a WAN port', () => {
  expect(listRoutes({ vlans: [] }, [{ port: 'wan1' }])).toEqual([
    { destination: '0.0.0.0', prefix: 0, port: 'wan1', origin: 'wan' },
  ]);
  expect(listRoutes({ vlans: [] }, [])).toEqual([]);
});
