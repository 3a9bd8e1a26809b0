import fc from 'fast-check';
import { expect, test } from 'vitest';
import { capabilityLimits, feature } from '../../device-protocol/index.ts';
import { ERRORS } from '../../kit/index.ts';
import { listGatewayChanges } from './changes.ts';
import { formatLease } from './format-lease.ts';
import { groupByField } from '../../kit/violation.ts';
import { checkGatewayConfig } from './rules.ts';
import type { PortMapping } from './routing-schema.ts';
import { type DhcpPool, type GatewayConfig, gatewayConfig, type Vlan } from './schema.ts';

const limits = capabilityLimits.parse({});
const port = (id: string) =>
  ({ id, label: id.toUpperCase(), role: 'lan', type: 'electrical', maxSpeedMbps: 1000, poe: false }) as const;
const device = { id: 'gateway', name: 'Gateway', model: 'NL-GW5', state: 1 };
const scope = {
  device,
  limits,
  lanPorts: [port('lan1'), port('lan2')],
  wanPorts: [{ ...port('wan1'), role: 'wan' as const }],
  features: feature.options,
};
const VLAN: Vlan = { id: 20, name: 'Office', ip: '192.168.20.1', prefix: 24, ports: ['lan1'] };
const POOL: DhcpPool = {
  name: 'office',
  vlanId: 20,
  start: '192.168.20.10',
  end: '192.168.20.99',
  dns: [],
  leaseMinutes: 60,
};

const vlan = (values: Partial<Vlan>): Vlan => ({
  ...VLAN,
  id: 30,
  name: 'Other',
  ip: '192.168.30.1',
  ports: [],
  ...values,
});
test('names ports by the device’s labels, and checks no ports without a gateway', () => {
  const twice = { vlans: [VLAN, vlan({ ports: ['lan1'] })], dhcpPools: [] };
  expect(checkGatewayConfig(twice, scope)[0]?.message).toBe(
    'Port LAN1 is already untagged in VLAN 20. Remove it there first.',
  );
  const unknown = { vlans: [vlan({ ports: ['lan9'] })], dhcpPools: [] };
  expect(checkGatewayConfig(unknown, { limits, lanPorts: [], wanPorts: [], features: [] })).toEqual([]);
});

const WEB: PortMapping = {
  name: 'web',
  protocol: 'tcp',
  internalIp: '192.168.20.9',
  externalPorts: '80',
  internalPorts: '80',
};
const WHOLE: GatewayConfig = {
  vlans: [VLAN],
  dhcpPools: [POOL],
  wan: [{ mode: 'dhcp', port: 'wan1', dns: [] }],
  staticRoutes: [{ name: 'lab', destination: '10.9.0.0', prefix: 16, nextHop: '192.168.20.9' }],
  portMappings: [WEB],
  clientLimits: [{ mac: '02:00:00:00:00:09', downKbps: 1000, upKbps: 1000 }],
};

test('refuses the items of each list that the gateway does not support, but not those that are applied', () => {
  const bare = { ...scope, features: [], wanPorts: [] };
  expect(checkGatewayConfig(WHOLE, bare).map(({ error, path }) => [path, error])).toEqual([
    ['vlans.0', 'vlanLimit'],
    ['dhcpPools.0', 'dhcpPoolLimit'],
    ['wan.0', 'unsupportedFeature'],
    ['staticRoutes.0', 'staticRouteLimit'],
    ['portMappings.0', 'portMappingLimit'],
    ['clientLimits.0', 'unsupportedFeature'],
  ]);
  expect(checkGatewayConfig(WHOLE, bare, WHOLE)).toEqual([]);
  const more = { ...WHOLE, portMappings: [WEB, { ...WEB, name: 'mail', externalPorts: '25' }] };
  expect(checkGatewayConfig(more, bare, WHOLE)).toEqual([
    {
      path: 'portMappings.1',
      error: 'portMappingLimit',
      message: 'Gateway does not support port mappings. Remove this one.',
    },
  ]);
  expect(checkGatewayConfig(WHOLE, scope)).toEqual([]);
});

test('reports only errors that the catalogue lists as domain rules', () => {
  const all = checkGatewayConfig(
    {
      vlans: [VLAN, VLAN, vlan({ id: 4094, ports: ['lan7'] })],
      dhcpPools: [POOL, POOL, { ...POOL, vlanId: 1 }],
    },
    scope,
  );
  for (const { error } of all) expect(ERRORS[error]).toMatchObject({ class: 'domain' });
  expect(Object.keys(groupByField(all)).length).toBeGreaterThan(4);
});

test('accepts a VLAN address that is a host of its network', () => {
  const octet = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.integer({ min: 8, max: 30 }), octet, octet, octet, (prefix, second, third, fourth) => {
      const ip = `10.${second}.${third}.${fourth}`;
      const parsed = gatewayConfig.parse({ vlans: [vlan({ ip, prefix })], dhcpPools: [] });
      const size = 2 ** (32 - prefix);
      const host = ((10 * 256 + second) * 256 + third) * 256 + fourth;
      const isHost = host % size !== 0 && host % size !== size - 1;
      expect(checkGatewayConfig(parsed, scope).length === 0).toBe(isHost);
    }),
  );
});

test('lists one line per changed setting, and no line for equal documents', () => {
  const now = { vlans: [VLAN], dhcpPools: [POOL] };
  expect(listGatewayChanges(now, structuredClone(now))).toEqual([]);
  expect(listGatewayChanges(now, { vlans: [{ ...VLAN, name: 'Bureau' }], dhcpPools: [] })).toMatchObject([
    { setting: 'VLAN 20, name', now: 'Office', after: 'Bureau' },
    { setting: 'DHCP pool office', now: expect.any(String) },
  ]);
});

test('formats leases in days, hours and minutes', () => {
  expect([30, 60, 360, 1440, 10_080, 90].map(formatLease)).toEqual([
    '30 min',
    '1 h',
    '6 h',
    '1 d',
    '7 d',
    '1 h 30 min',
  ]);
});
