import { expect, test } from 'vitest';
import { findVlanReferences } from './references.ts';
import type { GatewayConfig } from './schema.ts';

const vlan = (id: number) => ({
  id,
  name: `v${id}`,
  ip: `192.168.${id}.1`,
  prefix: 24,
  ports: [],
});
const config: GatewayConfig = {
  vlans: [vlan(10), vlan(20)],
  dhcpPools: [
    { name: 'p10', vlanId: 10, start: '192.168.10.9', end: '192.168.10.99', dns: [], leaseMinutes: 60 },
  ],
  staticRoutes: [
    { name: 'branch', destination: '10.9.0.0', prefix: 16, nextHop: '192.168.10.254' },
    { name: 'out', destination: '10.8.0.0', prefix: 16, nextHop: '203.0.113.1' },
  ],
  portMappings: [
    { name: 'web', protocol: 'tcp', internalIp: '192.168.10.9', externalPorts: '80', internalPorts: '80' },
  ],
};

test('lists the pool, routes and mappings that depend on a VLAN', () => {
  expect(findVlanReferences(config, vlan(10)).map(({ title }) => title)).toEqual([
    'DHCP pool p10',
    'Static route branch',
    'Port mapping web',
  ]);
  expect(findVlanReferences(config, vlan(20))).toEqual([]);
  expect(findVlanReferences({ vlans: [], dhcpPools: [] }, vlan(10))).toEqual([]);
});

test('omits a route whose next hop is outside the VLAN after its network became smaller', () => {
  expect(findVlanReferences(config, { ...vlan(10), prefix: 28 }).map(({ name }) => name)).toEqual([
    'p10',
    'web',
  ]);
});
