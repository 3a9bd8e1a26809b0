import { deviceConfig, type ConfigPort, type PortCapability } from '@northlight/contract/device-protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emitAp } from './ap.ts';
import { AP_VLAN_MAX, apDocument, switchDocument } from './schema.ts';
import { emitSwitch } from './switch.ts';

const port = (id: string, role: PortCapability['role']): PortCapability => ({
  id,
  label: id,
  role,
  type: 'electrical',
  maxSpeedMbps: 1000,
  poe: false,
});
const SWITCH_PORTS = [port('Ethernet0', 'uplink'), port('Ethernet1', 'access'), port('Ethernet2', 'access')];
const AP = { ports: [port('eth0', 'uplink'), port('eth1', 'lan'), port('eth2', 'lan')], radios: [] };
const portSettings = (id: string, more: Partial<ConfigPort> = {}): ConfigPort => ({
  id,
  enabled: true,
  mode: 'access',
  pvid: 1,
  tagged: [],
  untagged: [],
  speedMbps: 0,
  duplex: 'auto',
  eee: false,
  ...more,
});
const REPORTING = {
  services: { lldp: { describe: 'OpenWiFi', location: 'Northlight' } },
  metrics: { statistics: { interval: 60, types: ['ssids', 'lldp', 'clients'] }, health: { interval: 120 } },
};
const AP_REPORTING = {
  ...REPORTING,
  metrics: {
    ...REPORTING.metrics,
    'wifi-frames': { filters: ['radar-detected'] },
    telemetry: { interval: 60 },
  },
};

describe('emitSwitch', () => {
  test('emits defaults: every port in VLAN 1, the uplink in every VLAN, and a DHCP address', () => {
    const config = deviceConfig.parse({ vlans: [{ id: 30, name: 'Guests' }] });
    const { document, issues } = emitSwitch(config, SWITCH_PORTS);
    expect(issues).toEqual([]);
    const ethernet = { speed: 1000, duplex: 'full', enabled: true };
    expect(document).toEqual({
      ethernet: ['Ethernet0', 'Ethernet1', 'Ethernet2'].map((id) => ({ 'select-ports': [id], ...ethernet })),
      interfaces: [
        {
          name: 'VLAN1',
          role: 'upstream',
          vlan: { id: 1, proto: '802.1q' },
          ethernet: ['Ethernet0', 'Ethernet1', 'Ethernet2'].map((id) => ({
            'select-ports': [id],
            'vlan-tag': 'un-tagged',
          })),
          ipv4: { addressing: 'dynamic' },
        },
        {
          name: 'Guests',
          role: 'upstream',
          vlan: { id: 30, proto: '802.1q' },
          ethernet: [{ 'select-ports': ['Ethernet0'], 'vlan-tag': 'tagged' }],
        },
      ],
      ...REPORTING,
    });
  });

  test('emits ports, spanning tree, address and routes, and reports aggregation, mirror and port limits as issues', () => {
    const config = deviceConfig.parse({
      vlans: [{ id: 30, name: 'Guests' }],
      ports: [
        portSettings('Ethernet1', {
          pvid: 30,
          speedMbps: 100,
          duplex: 'half',
          ingressKbps: 500,
          egressKbps: 900,
        }),
        portSettings('Ethernet2', {
          mode: 'hybrid',
          tagged: [30],
          untagged: [1, 40],
          enabled: false,
          eee: true,
        }),
        portSettings('Ethernet9'),
      ],
      lags: [{ id: 'lag3', mode: 'lacp', ports: ['Ethernet1', 'Ethernet2'] }],
      spanningTree: { enabled: true, priority: 4096 },
      mirror: { sources: [{ port: 'Ethernet1', direction: 'in' }], target: 'Ethernet2' },
      management: {
        mode: 'static',
        vlanId: 30,
        ip: '10.0.0.2',
        prefix: 24,
        gateway: '10.0.0.1',
        dns: ['9.9.9.9'],
      },
      staticRoutes: [{ name: 'lab', destination: '10.9.0.0', prefix: 16, nextHop: '10.0.0.9' }],
      dhcpPools: [],
      localPassword: { salt: '0'.repeat(32), hash: '0'.repeat(64) },
    });
    const { document, issues, pathOf } = emitSwitch(config, SWITCH_PORTS);
    expect(switchDocument.safeParse({ ...document, uuid: 1 }).error).toBeUndefined();
    expect(document['ethernet']).toMatchObject([
      { speed: 1000, duplex: 'full' },
      {
        speed: 100,
        duplex: 'half',
      },
      { enabled: false },
    ]);
    expect(document['switch']).toEqual({
      'loop-detection': {
        protocol: 'rpvstp',
        instances: [1, 30].map((id) => ({ id, enabled: true, priority: 4096 })),
      },
    });
    expect(document['interfaces']).toMatchObject([
      { vlan: { id: 1 } },
      {
        vlan: { id: 30 },
        ipv4: {
          addressing: 'static',
          subnet: [{ prefix: '10.0.0.2/24' }],
          gateway: [
            { prefix: '0.0.0.0/0', nexthop: '10.0.0.1' },
            { prefix: '10.9.0.0/16', nexthop: '10.0.0.9' },
          ],
          'use-dns': ['9.9.9.9'],
        },
      },
    ]);
    expect(issues.map(({ path, substitution }) => [path, substitution])).toEqual([
      ['lags', undefined],
      ['mirror', undefined],
      ['localPassword', undefined],
      ['ports.2', undefined],
      ['ports.0.ingressKbps', undefined],
      ['ports.0.egressKbps', undefined],
      ['ports.1.eee', undefined],
      ['ports.1.untagged', 'only VLAN 1'],
    ]);
    expect(['/ethernet/1/speed', '/ethernet/2/x/y'].map(pathOf)).toEqual(['ports.0.speedMbps', 'ports.1']);
    expect(
      [
        '/interfaces/1/vlan/id',
        '/interfaces/1/ipv4/gateway/1/nexthop',
        '/switch/loop-detection/instances/0/priority',
      ].map(pathOf),
    ).toEqual(['vlans.0.id', 'staticRoutes.0', 'spanningTree.priority']);
    expect(['/metrics', '/nowhere', '', 'x'].map(pathOf)).toEqual(['', '', '', '']);
  });
});

test('emitSwitch turns PoE on at every PoE port unless it is turned off', () => {
  const ports = SWITCH_PORTS.map((one) => ({ ...one, poe: one.id !== 'Ethernet0' }));
  const config = deviceConfig.parse({
    vlans: [],
    ports: [portSettings('Ethernet0', { poe: true }), portSettings('Ethernet2', { poe: false })],
  });
  const { document, issues } = emitSwitch(config, ports);
  const ethernet = document['ethernet'] as { poe?: object }[];
  expect(ethernet.map(({ poe }) => poe)).toEqual([
    undefined,
    { 'admin-mode': true },
    { 'admin-mode': false },
  ]);
  expect(issues.map(({ path }) => path)).toEqual(['ports.0.poe']);
});

describe('emitAp', () => {
  test('selects single ports as WAN or LAN, and several ports by number', () => {
    const select = (...ports: PortCapability[]) => {
      const { document } = emitAp(deviceConfig.parse({ vlans: [] }), { ports, radios: [] });
      const [first] = document['interfaces'] as { ethernet: { 'select-ports': string[] }[] }[];
      return first?.ethernet.flatMap((entry) => entry['select-ports']);
    };
    expect(select(port('eth0', 'uplink'), port('eth1', 'lan'))).toEqual(['WAN', 'LAN']);
    expect(select(port('eth0', 'uplink'))).toEqual(['WAN']);
    expect(select(port('eth0', 'uplink'), port('eth1', 'uplink'), port('eth2', 'lan'))).toEqual([
      'WAN1',
      'WAN2',
      'LAN',
    ]);
  });

  test('emits routed networks with their DHCP pool, reserved address and port mapping, and a static uplink address', () => {
    const config = deviceConfig.parse({
      vlans: [
        { id: 20, name: 'Home', ip: '192.168.20.1', prefix: 24, ports: ['eth1'], taggedPorts: ['eth2'] },
      ],
      dhcpPools: [
        {
          name: 'Home',
          vlanId: 20,
          start: '192.168.20.10',
          end: '192.168.20.99',
          mask: '255.255.255.0',
          gateway: '192.168.20.1',
          dns: ['9.9.9.9'],
          leaseMinutes: 120,
          reservations: [
            { mac: '02:00:00:00:00:01', ip: '192.168.20.22' },
            { mac: '02:00:00:00:00:02', ip: '10.0.0.1' },
          ],
        },
      ],
      wan: [
        { port: 'eth0', mode: 'static', ip: '203.0.113.9', prefix: 24, gateway: '203.0.113.1', dns: [] },
        { port: 'eth1', mode: 'dhcp', dns: [] },
      ],
      portMappings: [
        {
          name: 'web',
          protocol: 'all',
          internalIp: '192.168.20.22',
          ports: [{ from: 8000, to: 8001, internalFrom: 80 }],
        },
        {
          name: 'lost',
          protocol: 'tcp',
          internalIp: '10.0.0.1',
          ports: [{ from: 1, to: 1, internalFrom: 1 }],
        },
      ],
      staticRoutes: [{ name: 'lab', destination: '10.9.0.0', prefix: 16, nextHop: '10.0.0.9' }],
      clientLimits: [],
    });
    const { document, issues, pathOf } = emitAp(config, AP);
    expect(apDocument.safeParse({ ...document, uuid: 1 }).error).toBeUndefined();
    expect(document).toEqual({
      interfaces: [
        {
          name: 'VLAN1',
          role: 'upstream',
          services: ['lldp'],
          ethernet: ['WAN', 'LAN1', 'LAN2'].map((id) => ({ 'select-ports': [id], 'vlan-tag': 'un-tagged' })),
          ipv4: {
            addressing: 'static',
            subnet: '203.0.113.9/24',
            gateway: '203.0.113.1',
            'port-forward': [
              {
                protocol: 'any',
                'external-port': '8000-8001',
                'internal-address': '0.0.0.22',
                'internal-port': '80-81',
              },
            ],
          },
        },
        {
          name: 'Home',
          role: 'downstream',
          vlan: { id: 20 },
          ethernet: [
            { 'select-ports': ['LAN1'], 'vlan-tag': 'un-tagged' },
            { 'select-ports': ['LAN2'], 'vlan-tag': 'tagged' },
          ],
          ipv4: {
            addressing: 'static',
            subnet: '192.168.20.1/24',
            dhcp: { 'lease-first': 10, 'lease-count': 90, 'lease-time': '120m', 'use-dns': ['9.9.9.9'] },
            'dhcp-leases': [
              { macaddr: '02:00:00:00:00:01', 'static-lease-offset': 22, 'lease-time': '120m' },
            ],
          },
        },
      ],
      ...AP_REPORTING,
    });
    expect(issues.map(({ path }) => path)).toEqual([
      'staticRoutes',
      'wan.1',
      'portMappings.1.internalIp',
      'dhcpPools.0.reservations.1',
    ]);
    expect(['/interfaces/1/ipv4/dhcp/lease-time', '/interfaces/0/ipv4/port-forward/0'].map(pathOf)).toEqual([
      'dhcpPools.0.leaseMinutes',
      'portMappings.0',
    ]);
  });

  test('reports VLANs above 4050 as issues', () => {
    const config = deviceConfig.parse({ vlans: [{ id: 4051, name: 'Far' }] });
    const { document, issues } = emitAp(config, AP);
    expect(document['interfaces']).toHaveLength(1);
    expect(issues).toEqual([{ path: 'vlans.0.id', reason: 'This model supports VLANs up to 4050.' }]);
  });
});

const vlanId = fc.integer({ min: 1, max: 4094 });
const arbitraryPort = (id: string) =>
  fc.record({
    id: fc.constant(id),
    enabled: fc.boolean(),
    mode: fc.constantFrom('access' as const, 'trunk' as const, 'hybrid' as const),
    pvid: vlanId,
    tagged: fc.oneof(fc.constant('all' as const), fc.uniqueArray(vlanId, { maxLength: 5 })),
    untagged: fc.uniqueArray(vlanId, { maxLength: 3 }),
    speedMbps: fc.constantFrom(0, 100, 1000),
    duplex: fc.constantFrom('auto' as const, 'half' as const, 'full' as const),
    eee: fc.boolean(),
  });
const arbitraryConfig = (ids: readonly string[]) =>
  fc
    .record({
      vlans: fc.uniqueArray(fc.record({ id: vlanId, name: fc.constant('x') }), {
        maxLength: 6,
        selector: ({ id }) => id,
      }),
      ports: fc.option(fc.tuple(...ids.map(arbitraryPort)), { nil: undefined }),
      management: fc.option(fc.record({ mode: fc.constant('dhcp' as const), vlanId }), { nil: undefined }),
      spanningTree: fc.option(fc.record({ enabled: fc.boolean(), priority: fc.constant(4096) }), {
        nil: undefined,
      }),
    })
    .map((value) => deviceConfig.parse(value));

interface Emitted {
  readonly interfaces: {
    vlan?: { id: number };
    ethernet?: { 'select-ports': string[]; 'vlan-tag': string }[];
  }[];
}

describe('any configuration', () => {
  test('gives a switch a valid document with every VLAN once and every port untagged in one VLAN', () => {
    fc.assert(
      fc.property(arbitraryConfig(['Ethernet0', 'Ethernet1', 'Ethernet2']), (config) => {
        const { document } = emitSwitch(config, SWITCH_PORTS);
        expect(switchDocument.safeParse({ ...document, uuid: 1 }).error).toBeUndefined();
        const { interfaces } = document as unknown as Emitted;
        const ids = interfaces.map(({ vlan }) => vlan?.id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const { id } of config.vlans) expect(ids).toContain(id);
        for (const { id } of SWITCH_PORTS) {
          const untagged = interfaces.filter(({ ethernet }) =>
            ethernet?.some((one) => one['select-ports'][0] === id && one['vlan-tag'] === 'un-tagged'),
          );
          expect(untagged).toHaveLength(1);
        }
      }),
    );
  });

  test('gives an access point a valid document, and each VLAN is emitted or reported as an issue', () => {
    fc.assert(
      fc.property(arbitraryConfig(['eth0', 'eth1', 'eth2']), (config) => {
        const { document, issues } = emitAp(config, AP);
        expect(apDocument.safeParse({ ...document, uuid: 1 }).error).toBeUndefined();
        const { interfaces } = document as unknown as Emitted;
        const ids = interfaces.map(({ vlan }) => vlan?.id ?? 1);
        for (const [index, { id }] of config.vlans.entries())
          expect(ids.includes(id) || issues.some(({ path }) => path === `vlans.${index}.id`)).toBe(true);
        for (const { id } of config.vlans) if (ids.includes(id)) expect(id).toBeLessThanOrEqual(AP_VLAN_MAX);
      }),
    );
  });
});

describe('the speed of a switch port', () => {
  const emitPort = (known: Partial<PortCapability>, own?: Partial<ConfigPort>, unlinked: string[] = []) => {
    const ports = [{ ...port('Ethernet0', 'access'), ...known }];
    const settings = own && { ports: [portSettings('Ethernet0', own)] };
    const config = deviceConfig.parse({ vlans: [], ...settings });
    const { document, issues } = emitSwitch(config, ports, new Set(unlinked));
    expect(switchDocument.safeParse({ ...document, uuid: 1 }).error).toBeUndefined();
    return { ethernet: document['ethernet'] as { speed: number; enabled: boolean }[], issues };
  };

  test.each<[string, Partial<PortCapability>, Partial<ConfigPort> | undefined, boolean, number]>([
    ['of a known link', { maxSpeedMbps: 2_500 }, undefined, false, 2_500],
    ['of a known link of 1 Gbit/s in a port for modules', {}, undefined, false, 1_000],
    ['that is set', { maxSpeedMbps: 10_000 }, { speedMbps: 100 }, false, 100],
    ['that is set before the first link', {}, { speedMbps: 25_000 }, true, 25_000],
    ['of a port with PoE before its first link', { poe: true }, undefined, true, 1_000],
    ['of a port without PoE before its first link', {}, undefined, true, 10_000],
    ['of a port with other settings before its first link', {}, { pvid: 20 }, true, 10_000],
    ['of a link that the client does not know', { maxSpeedMbps: 40_000 }, undefined, false, 25_000],
    ['of a faster link that the client does not know', { maxSpeedMbps: 400_000 }, undefined, false, 100_000],
    ['of a link below those of the client', { maxSpeedMbps: 1 }, undefined, false, 10],
  ])('is the one %s', (_title, known, own, isUnlinked, speed) => {
    const { ethernet, issues } = emitPort(known, own, isUnlinked ? ['Ethernet0'] : []);
    expect(ethernet).toMatchObject([{ speed, enabled: true }]);
    expect(issues).toEqual([]);
  });

  test('is automatic instead of one that the client does not know', () => {
    const { ethernet, issues } = emitPort({ maxSpeedMbps: 10_000 }, { speedMbps: 40_000 });
    expect(ethernet).toMatchObject([{ speed: 10_000 }]);
    expect(issues).toEqual([
      { path: 'ports.0.speedMbps', reason: 'The software of this switch cannot set 40000 Mbit/s.' },
    ]);
  });

  test('is sent for every port, because a switch turns off the ports that are not listed', () => {
    const config = deviceConfig.parse({ vlans: [] });
    const { document } = emitSwitch(config, SWITCH_PORTS, new Set(SWITCH_PORTS.map(({ id }) => id)));
    expect(document['ethernet']).toHaveLength(SWITCH_PORTS.length);
  });
});
