import type { ConfigDhcpPool, ConfigPortMapping, ConfigWan } from '@northlight/contract/device-protocol';
import { describe, expect, it, test } from 'vitest';
import { renderUplink } from '../system/uplink-settings.ts';
import { renderClientLimits } from './client-limits.ts';
import { NO_INTERFACES, planGateway } from './plan.ts';
import { renderPortMap } from './port-maps.ts';
import type { Segment } from './render.ts';
import { renderReservations } from './reservations.ts';

const segment = (vlanId: number, own: Partial<Segment> = {}): Segment => ({
  vlanId,
  device: `vlan${vlanId}`,
  ip: `192.168.${vlanId}.1`,
  prefix: 24,
  ports: [],
  taggedPorts: [],
  ...own,
});
const lines = (...args: Parameters<typeof planGateway>): string[] =>
  planGateway(...args).map(({ argv }) => argv.join(' '));

describe('the ports of a gateway', () => {
  const next = [
    segment(10, { ports: ['lan1', 'lan2'] }),
    segment(20, { taggedPorts: ['lan2', 'lan3'] }),
    segment(30, { taggedPorts: ['lan3'] }),
  ];
  const lan = ['lan1', 'lan2', 'lan3', 'lan4'];

  it('are access, hybrid or trunk ports of Open vSwitch, and every transaction sets all columns', () => {
    const [transaction = ''] = lines(NO_INTERFACES, next, { kind: 'ovs', lan, ovsDb: 'unix:/db.sock' });
    expect(transaction).toContain('set port lan1 vlan_mode=access tag=10 trunks=[]');
    expect(transaction).toContain('set port lan2 vlan_mode=native-untagged tag=10 trunks=10,20');
    expect(transaction).toContain('set port lan3 vlan_mode=trunk tag=[] trunks=20,30');
    expect(transaction).toContain('--if-exists del-port br-nl lan4');
  });

  it('have one VLAN interface per tagged VLAN with kernel bridges', () => {
    const old = { segments: [], tagDevices: ['nlt20p1', 'nlt99p0'] };
    const steps = lines(old, next, { kind: 'bridge', lan, ovsDb: '' });
    expect(steps[0]).toBe('ip link delete dev nlt99p0');
    expect(steps).toContain('ip link add link lan3 name nlt30p2 type vlan id 30');
    expect(steps).toContain('ip link set dev nlt20p1 master vlan20 up');
    expect(steps.filter((step) => step.startsWith('ip link add link lan2'))).toEqual([]);
  });
});

const mapping = (own: Partial<ConfigPortMapping> = {}): ConfigPortMapping => ({
  name: 'web',
  protocol: 'tcp',
  internalIp: '192.168.10.5',
  ports: [{ from: 8000, to: 8002, internalFrom: 80 }],
  ...own,
});

describe('port mappings', () => {
  it('map each port of a range', () => {
    const { tcp, udp } = renderPortMap([mapping()]);
    expect(tcp.map(({ inner, outer }) => [outer, inner])).toEqual([
      [8000, 80],
      [8001, 81],
      [8002, 82],
    ]);
    expect(udp).toEqual([]);
    expect(renderPortMap([mapping({ protocol: 'all' })]).udp).toHaveLength(3);
  });

  it.each([
    ['portMappings.1.ports.0', [mapping(), mapping({ ports: [{ from: 8002, to: 8003, internalFrom: 1 }] })]],
    ['portMappings.0.ports.0', [mapping({ ports: [{ from: 80, to: 79, internalFrom: 1 }] })]],
    ['portMappings.0.ports.0', [mapping({ ports: [{ from: 1, to: 1000, internalFrom: 65_000 }] })]],
    ['portMappings.0.internalIp', [mapping({ internalIp: '192.168.10.5 drop' })]],
  ])('are refused if the value at %s is invalid (case %#)', (path, mappings) => {
    expect(() => renderPortMap(mappings)).toThrow(expect.objectContaining({ path }));
  });
});

describe('reservations', () => {
  const pool = (vlanId: number, reservations: ConfigDhcpPool['reservations']): ConfigDhcpPool => ({
    name: 'p',
    vlanId,
    start: '',
    end: '',
    mask: '',
    gateway: '',
    dns: [],
    leaseMinutes: 60,
    ...(reservations && { reservations }),
  });
  const mac = '02:00:00:00:00:01';
  const segments = [segment(10), segment(20)];

  it('have a host name only if it is valid', () => {
    const text = renderReservations(
      [
        pool(10, [{ mac: '02-00-00-00-00-01', ip: '192.168.10.9', name: 'printer' }]),
        pool(20, [{ mac, ip: '192.168.20.9', name: 'Küche,1.1.1.1' }]),
      ],
      segments,
    );
    expect(text).toBe(`${mac},192.168.10.9,printer\n${mac},192.168.20.9\n`);
  });

  it.each([
    ['dhcpPools.0.reservations.0.ip', [{ mac, ip: '192.168.11.9' }]],
    [
      'dhcpPools.0.reservations.1.ip',
      [
        { mac, ip: '192.168.10.9' },
        { mac: '02:00:00:00:00:02', ip: '192.168.10.9' },
      ],
    ],
    [
      'dhcpPools.0.reservations.1.mac',
      [
        { mac, ip: '192.168.10.9' },
        { mac, ip: '192.168.10.8' },
      ],
    ],
    ['dhcpPools.0.reservations.0.mac', [{ mac: 'ff:ff:ff:ff:ff:ff', ip: '192.168.10.9' }]],
  ])('are refused if the value at %s is invalid (case %#)', (path, reservations) => {
    expect(() => renderReservations([pool(10, reservations)], segments)).toThrow(
      expect.objectContaining({ path }),
    );
  });
});

test('rejects two rate limits of one client, and a rate that is not a whole number', () => {
  const mac = '02:00:00:00:00:01';
  expect(renderClientLimits([{ mac: '0200.0000.0001', upKbps: 64 }])).toEqual([{ mac, upKbps: 64 }]);
  for (const limits of [[{ mac, upKbps: 0.5 }], [{ mac, upKbps: 64 }, { mac }]])
    expect(() => renderClientLimits(limits)).toThrow(expect.objectContaining({ name: 'EncodingRefused' }));
});

test.each<[string, Partial<Extract<ConfigWan, { mode: 'static' }>>]>([
  ['wan.0.ip', { ip: '203.0.113.0' }],
  ['wan.0.gateway', { gateway: '203.0.114.1' }],
  ['wan.0.gateway', { gateway: '203.0.113.2' }],
  ['wan.0.dns.0', { dns: ['9.9.9.9\nnameserver 1.1.1.1'] }],
])('refuses a static WAN with an invalid address, gateway or name server: %s', (path, own) => {
  const fixed: ConfigWan = {
    port: 'wan0',
    mode: 'static',
    ip: '203.0.113.2',
    prefix: 24,
    gateway: '203.0.113.1',
    dns: ['9.9.9.9'],
  };
  expect(renderUplink(fixed, 'wan.0')).toMatchObject({ mode: 'static', dns: ['9.9.9.9'] });
  expect(() => renderUplink({ ...fixed, ...own }, 'wan.0')).toThrow(expect.objectContaining({ path }));
});
