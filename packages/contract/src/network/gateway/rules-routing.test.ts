import { expect, test } from 'vitest';
import { capabilityLimits, feature } from '../../device-protocol/index.ts';
import type { PortMapping, Wan } from './routing-schema.ts';
import { listGatewayChanges } from './changes.ts';
import { checkGatewayConfig } from './rules.ts';
import { type GatewayConfig, gatewayConfig } from './schema.ts';

const limits = capabilityLimits.parse({ staticRoutes: 2, portMappings: 2, pppoeLines: 2 });
const port = (id: string, role: 'lan' | 'wan') =>
  ({ id, label: id.toUpperCase(), role, type: 'electrical', maxSpeedMbps: 1000, poe: false }) as const;
const scope = {
  device: { id: 'g', name: 'Gateway', model: 'NL-GW5', state: 1 },
  limits,
  lanPorts: [port('lan1', 'lan'), port('lan2', 'lan')],
  wanPorts: [port('wan1', 'wan'), port('wan2', 'wan')],
  features: feature.options,
};
const vlan = { id: 30, name: 'Guests', ip: '192.168.30.1', prefix: 24, ports: ['lan1'] };
const pool = {
  name: 'guests',
  vlanId: 30,
  start: '192.168.30.10',
  end: '192.168.30.99',
  dns: [],
  leaseMinutes: 60,
};
const fixed: Extract<Wan, { mode: 'static' }> = {
  mode: 'static',
  port: 'wan1',
  ip: '203.0.113.2',
  prefix: 29,
  gateway: '203.0.113.1',
  dns: [],
};
const line = { user: 'hotel@isp', password: 'secret' };
const dialled: Wan = { mode: 'pppoe', port: 'wan1', lines: [line], dns: [] };
const lan = { ip: '192.168.1.1', prefix: 24 };
const route = { name: 'lab', destination: '10.9.0.0', prefix: 16, nextHop: '192.168.30.9' };
const mapping: PortMapping = {
  name: 'web',
  protocol: 'tcp',
  internalIp: '192.168.30.9',
  externalPorts: '8080',
  internalPorts: '80',
};
const mac = '02:00:00:00:00:09';

const broken = (more: Partial<GatewayConfig>): Record<string, string> =>
  Object.fromEntries(
    checkGatewayConfig(gatewayConfig.parse({ vlans: [vlan], dhcpPools: [pool], ...more }), scope).map(
      ({ path, error }) => [path, error],
    ),
  );

test('accepts a complete valid configuration', () => {
  const whole = {
    vlans: [{ ...vlan, taggedPorts: ['lan2'] }],
    dhcpPools: [{ ...pool, reservations: [{ mac, ip: '192.168.30.200', name: 'Printer' }] }],
    wan: [{ ...fixed, dns: ['9.9.9.9', '1.1.1.1'] }],
    staticRoutes: [route, { ...route, name: 'all', destination: '0.0.0.0', prefix: 0 }],
    portMappings: [mapping, { ...mapping, name: 'ftp', externalPorts: '20-21', internalPorts: '2020;2021' }],
    clientLimits: [{ mac, upKbps: 64 }],
  };
  expect(broken(whole)).toEqual({});
});

test.each<[string, Partial<GatewayConfig>, Record<string, string>]>([
  ['a LAN port as WAN port', { wan: [{ ...fixed, port: 'lan1' }] }, { 'wan.0.port': 'portUnknown' }],
  ['one line of PPPoE', { wan: [dialled] }, {}],
  ['as many lines as the gateway supports', { wan: [{ ...dialled, lines: [line, line] }] }, {}],
  [
    'one line more than supported',
    { wan: [{ ...dialled, lines: [line, line, line] }] },
    { 'wan.0.lines.2.user': 'pppoeInvalid' },
  ],
  [
    'a line without its password',
    { wan: [{ ...dialled, lines: [line, { user: 'other' }] }] },
    { 'wan.0.lines.1.password': 'pppoeInvalid' },
  ],
  [
    'a line whose password is stored',
    {
      wan: [
        {
          ...dialled,
          lines: [{ user: 'other', passwordId: '0190a0a0-0000-7000-8000-000000000001' }],
        },
      ],
    },
    {},
  ],
  [
    'one port with two connections',
    { wan: [fixed, { mode: 'dhcp', port: 'wan1', dns: [] }] },
    { 'wan.1.port': 'wanIpConflict' },
  ],
  [
    'a client limited twice',
    {
      clientLimits: [
        { mac, upKbps: 64 },
        { mac, downKbps: 64 },
      ],
    },
    { 'clientLimits.1.mac': 'invalidParameters' },
  ],
  ['a limit without a rate', { clientLimits: [{ mac }] }, { 'clientLimits.0.upKbps': 'invalidParameters' }],
  [
    'a client and an address reserved twice',
    {
      dhcpPools: [
        {
          ...pool,
          reservations: [
            { mac, ip: '192.168.30.9' },
            { mac, ip: '192.168.30.9' },
          ],
        },
      ],
    },
    {
      'dhcpPools.0.reservations.1.mac': 'dhcpPoolVersusVlan',
      'dhcpPools.0.reservations.1.ip': 'dhcpPoolVersusVlan',
    },
  ],
])('checks %s, and reports violations at their fields', (_what, more, fields) => {
  expect(broken(more)).toEqual(fields);
});

test('lists each change with its current and its new value', () => {
  const now = { vlans: [vlan], dhcpPools: [], staticRoutes: [route] };
  const after = { ...now, staticRoutes: [{ ...route, nextHop: '192.168.30.8' }], portMappings: [mapping] };
  expect(listGatewayChanges(now, after)).toMatchObject([
    { setting: 'Static route lab, next hop', now: '192.168.30.9', after: '192.168.30.8' },
    {
      setting: 'Port mapping web',
      after: 'protocol TCP; external ports 8080; leads to 192.168.30.9, ports 80',
    },
  ]);
});

test('refuses PPPoE for a gateway without PPPoE, and accepts it in a project without a gateway', () => {
  const config = gatewayConfig.parse({ vlans: [], dhcpPools: [], wan: [dialled] });
  expect(
    checkGatewayConfig(config, {
      ...scope,
      features: feature.options.filter((each) => each !== 'pppoe'),
    }).map(({ error, path }) => [path, error]),
  ).toEqual([['wan.0.mode', 'pppoeInvalid']]);
  const nowhere = { limits, lanPorts: [], wanPorts: [], features: [] };
  expect(checkGatewayConfig(config, nowhere)).toEqual([]);
});

test('lists the mode of a WAN port, and a new password without its value', () => {
  const now = gatewayConfig.parse({ vlans: [], dhcpPools: [], wan: [dialled] });
  const after = gatewayConfig.parse({
    vlans: [],
    dhcpPools: [],
    lan,
    wan: [{ ...dialled, lines: [line, { user: 'second', password: 'hidden' }], service: 'fibre' }],
  });
  const changes = listGatewayChanges(now, after);
  expect(changes.map(({ after: text, setting }) => [setting, text])).toEqual([
    ['LAN', 'address 192.168.1.1/24'],
    ['Internet, port WAN1, address', 'by PPPoE over 2 lines, service fibre'],
    ['Internet, port WAN1, user of line 2', 'second'],
    ['Internet, port WAN1, password of line 2', 'new'],
  ]);
  expect(JSON.stringify(changes)).not.toContain('hidden');
});

test.each<[string, Partial<Extract<Wan, { mode: 'static' }>>, number, Record<string, string>]>([
  ['a line between two routers', { ip: '203.0.113.4', prefix: 31, gateway: '203.0.113.5' }, 32, {}],
  ['a single address with a gateway outside', { ip: '203.0.113.4', prefix: 32, gateway: '10.0.0.1' }, 32, {}],
  [
    'a single address that is its own gateway',
    { ip: '203.0.113.4', prefix: 32, gateway: '203.0.113.4' },
    32,
    { 'wan.0.gateway': 'wanGatewayOutside' },
  ],
  [
    'a mask that the gateway does not support',
    { ip: '203.0.113.4', prefix: 31, gateway: '203.0.113.5' },
    30,
    { 'wan.0.prefix': 'unsupportedFeature' },
  ],
])('judges the static WAN of %s', (_title, values, wanPrefixMax, expected) => {
  const config = gatewayConfig.parse({ vlans: [], dhcpPools: [], wan: [{ ...fixed, ...values }] });
  const found = checkGatewayConfig(config, { ...scope, limits: { ...limits, wanPrefixMax } });
  expect(Object.fromEntries(found.map(({ error, path }) => [path, error]))).toEqual(expected);
});
