import type { ConfigWan, DeviceConfig } from '@northlight/contract/device-protocol';
import fc from 'fast-check';

/** Texts that have a special meaning in the files of one of the programs. */
const HOSTILE = [
  '\nport=1',
  '\r\ndhcp-script=/bin/sh',
  '";drop table',
  '$(reboot)',
  '`reboot`',
  '192.168.10.1\n',
  '-c',
  '--help',
  '../x',
  'lan1 up',
  '{}',
  '\0',
  '#',
  '☃',
];
export const hostileText = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom(...HOSTILE));

const octet = fc.integer({ min: 1, max: 200 });
const kbps = fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: undefined });
const mac = fc
  .tuple(octet, octet, octet)
  .map((bytes) => `02:00:00:${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(':')}`);

/** A valid configuration of a gateway with `lan1` to `lan3`, in which every name is arbitrary text. */
export const validGatewayConfig: fc.Arbitrary<DeviceConfig> = fc
  .record({
    ids: fc.uniqueArray(fc.integer({ min: 10, max: 200 }), { maxLength: 6 }),
    name: hostileText,
    prefix: fc.integer({ min: 16, max: 28 }),
    leaseMinutes: fc.integer({ min: 30, max: 10_080 }),
    reserved: fc.uniqueArray(mac, { maxLength: 3 }),
    wan: fc.constantFrom('static' as const, 'dhcp' as const, 'pppoe' as const),
    lines: fc.integer({ min: 1, max: 4 }),
    routes: fc.uniqueArray(octet, { maxLength: 4 }),
    ports: fc.uniqueArray(fc.integer({ min: 1, max: 6_000 }), { maxLength: 5 }),
    protocol: fc.constantFrom('tcp' as const, 'udp' as const, 'all' as const),
    width: fc.integer({ min: 0, max: 9 }),
    limited: fc.uniqueArray(mac, { maxLength: 4 }),
    upKbps: kbps,
    downKbps: kbps,
  })
  .map(
    ({ downKbps, ids, leaseMinutes, limited, name, ports, protocol, reserved, upKbps, width, ...own }) => ({
      vlans: ids.map((id, index) => ({
        id,
        name,
        ip: `10.${id}.0.1`,
        prefix: own.prefix,
        ports: index < 2 ? [`lan${index + 1}`] : [],
        taggedPorts: ['lan3'],
      })),
      dhcpPools: ids.map((vlanId) => ({
        name,
        vlanId,
        start: `10.${vlanId}.0.2`,
        end: `10.${vlanId}.0.9`,
        mask: MASKS[own.prefix] ?? '',
        gateway: `10.${vlanId}.0.1`,
        dns: [],
        leaseMinutes,
        reservations: reserved.map((hardware, index) => ({
          mac: hardware,
          ip: `10.${vlanId}.0.${10 + index}`,
          name,
        })),
      })),
      wan: [WANS[own.wan](own.lines)],
      staticRoutes: own.routes.map((index) => ({
        name,
        destination: `172.16.${index}.0`,
        prefix: 24,
        nextHop: '203.0.113.7',
      })),
      portMappings: ports.map((port) => ({
        name,
        protocol,
        internalIp: '10.10.0.5',
        ports: [{ from: port * 10, to: port * 10 + width, internalFrom: 80 }],
      })),
      clientLimits: limited.map((hardware) => ({
        mac: hardware,
        ...(upKbps !== undefined && { upKbps }),
        ...(downKbps !== undefined && { downKbps }),
      })),
    }),
  );

const WANS: Readonly<Record<ConfigWan['mode'], (lines: number) => ConfigWan>> = {
  dhcp: () => ({ port: 'wan0', mode: 'dhcp', dns: ['9.9.9.9'] }),
  static: () => ({
    port: 'wan0',
    mode: 'static',
    ip: '203.0.113.9',
    prefix: 24,
    gateway: '203.0.113.1',
    dns: [],
  }),
  pppoe: (lines) => ({
    port: 'wan0',
    mode: 'pppoe',
    lines: Array.from({ length: lines }, () => ({ user: 'anna', password: 'secret' })),
    dns: [],
  }),
};

const MASKS: Readonly<Record<number, string>> = Object.fromEntries(
  [0, 128, 192, 224, 240].flatMap((octet, bits) => [
    [16 + bits, `255.255.${octet}.0`],
    [24 + bits, `255.255.255.${octet}`],
  ]),
);
for (const [bits, octet] of [248, 252, 254].entries())
  Object.assign(MASKS, { [21 + bits]: `255.255.${octet}.0` });
