import type { NetworkConfig, WifiPolicy } from '@northlight/contract';
import fc from 'fast-check';

/** Values on both sides of the rules' bounds, near enough to them that many drafts are valid. */
const octet = fc.integer({ min: 0, max: 255 });
const vlanIds = [10, 20, 30, 4094] as const;
/** Draws the first value in 12 of 13 cases. */
const drawMostly = <T>(usual: T, ...others: T[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
const prefix = drawMostly(24, 25, 26, 30);
const lease = fc.constantFrom(30, 60, 720, 10_080);
const dns = fc.constantFrom<string[]>([], ['9.9.9.9'], ['9.9.9.9', '1.1.1.1']);

/** Characters with a meaning in shells, parsers or configuration files. */
const SIGNS = Array.from('aB9 "\'\\$`#;=%{}()[]<>|&~!*?^,.:/@+-_');

/** Valid names with unusual characters. */
const vlanName = fc.constantFrom('Guests', 'Staff (2)', 'a:b/c.d', 'Floor_1', 'x-y, z');
const drawText = (min: number, max: number): fc.Arbitrary<string> =>
  fc
    .string({
      unit: fc.constantFrom(...SIGNS),
      minLength: min,
      maxLength: max,
    })
    .map((sample) => sample.trim());
/** Characters of which up to eight fit into 32 bytes of UTF-8. */
const wide = fc.string({
  unit: fc.constantFrom('𠀋', '漢', 'ß', '"', "'", '\\', '$', '#', '%', ' '),
  minLength: 1,
  maxLength: 8,
});
const ssid = fc.oneof(wide, drawText(1, 32)).map((sample) => sample.trim() || 'Lobby');

const buildVlanArbitrary = (id: number) =>
  fc.record({
    name: vlanName.map((name) => name.slice(0, 12) + String(id)),
    third: drawMostly(id % 256, 77),
    last: drawMostly(1, 254, 0, 255),
    prefix,
    ports: fc.subarray(['lan1', 'lan2', 'lan3'], { maxLength: 1 }),
    taggedPorts: fc.subarray(['lan4'], { maxLength: 1 }),
    pool: fc.option(
      fc.record({
        start: fc.integer({ min: 2, max: 90 }),
        end: fc.integer({ min: 85, max: 126 }),
        dns,
        leaseMinutes: lease,
        reserved: fc.boolean(),
      }),
      { nil: undefined },
    ),
  });

const ports = fc.constantFrom('80', '443;8443', '5000-5010', '20~21', '65535', '1');
const mapping = fc.record({
  name: fc.constantFrom('web', 'mail', 'cam-1', 'größe'),
  protocol: fc.constantFrom('tcp' as const, 'udp' as const, 'all' as const),
  vlan: fc.constantFrom(...vlanIds),
  host: octet,
  externalPorts: ports,
});
const route = fc.record({
  name: fc.constantFrom('branch', 'lab', 'vpn'),
  destination: fc.constantFrom('10.9.0.0', '172.20.0.0', '10.8.0.0'),
  prefix: drawMostly(16, 24, 0, 32),
  vlan: fc.constantFrom(...vlanIds),
});
const way = fc.oneof(
  fc.record({ mode: fc.constant('dhcp' as const), port: fc.constant('wan1'), dns }),
  fc.record({
    mode: fc.constant('static' as const),
    port: fc.constant('wan1'),
    ip: drawMostly('203.0.113.2', '203.0.113.0'),
    prefix: fc.constantFrom(24, 29, 30),
    gateway: drawMostly('203.0.113.1', '203.0.114.1'),
    dns,
  }),
);

const security: fc.Arbitrary<WifiPolicy['security']> = fc.oneof(
  fc.constant({ mode: 'open' as const }),
  fc.record({
    mode: fc.constantFrom('wpa-psk', 'wpa2-psk', 'wpa3-sae', 'wpa3-sae-wpa2-psk', 'wpa-wpa2-psk'),
    ciphers: fc.constantFrom<('AES' | 'TKIP')[]>(['AES'], ['AES'], ['TKIP'], ['TKIP', 'AES']),
    key: fc.oneof(
      drawText(8, 63).map((sample) => sample.padEnd(8, 'x')),
      fc.constant('0123456789abcdef'.repeat(4)),
    ),
    keyUpdateSeconds: drawMostly(3600, 0, 60, 99_999, 59),
  }),
  fc.record({
    mode: fc.constantFrom('wpa', 'wpa2'),
    ciphers: fc.constantFrom<('AES' | 'TKIP')[]>(['AES'], ['TKIP', 'AES']),
    radius: fc.record({
      ip: fc.constant('10.0.0.5'),
      port: fc.constantFrom(1812, 65_535),
      secret: drawText(1, 40).map((sample) => sample.replaceAll(' ', '_') || 'secret'),
    }),
    keyUpdateSeconds: fc.constantFrom(0, 3600),
  }),
);
const policy = fc.record({
  enabled: fc.boolean(),
  ssid,
  hidden: fc.boolean(),
  bands: fc.constantFrom<WifiPolicy['bands']>(['2.4G', '5G'], ['2.4G'], ['5G']),
  security,
  maxClients: drawMostly(32, 1, 128, 129),
  vlanId: drawMostly<number | undefined>(undefined, ...vlanIds, 99),
  guest: fc.boolean(),
  upKbps: fc.constantFrom(undefined, 64, 10_000),
  downKbps: fc.constantFrom(undefined, 20_000),
  shutdowns: fc.constantFrom<WifiPolicy['shutdowns']>(
    [],
    [{ days: [1, 2, 3], fromMinute: 0, toMinute: 360 }],
    [{ days: [0, 6], fromMinute: 1380, toMinute: 1440 }],
  ),
  dhcp: drawMostly<'user' | 'ap'>('user', 'ap'),
  accessThresholdDbm: drawMostly<number | undefined>(undefined, -90, -60, -91),
});

/** A draft of a whole network; about half of the drafts violate a rule. */
export const randomDraft: fc.Arbitrary<NetworkConfig> = fc
  .record({
    vlans: fc.tuple(...vlanIds.map((id) => fc.option(buildVlanArbitrary(id), { nil: undefined }))),
    mappings: fc.uniqueArray(mapping, { maxLength: 2, selector: ({ name }) => name }),
    routes: fc.uniqueArray(route, { maxLength: 2, selector: ({ name }) => name }),
    lan: fc.option(drawMostly({ ip: '192.168.1.1', prefix: 24 }, { ip: '192.168.10.9', prefix: 24 }), {
      nil: undefined,
    }),
    wan: fc.option(way, { nil: undefined }),
    policies: fc.array(policy, { maxLength: 2 }),
    blacklist: fc.subarray(['02:00:00:00:00:07', '02:00:00:00:00:08']),
  })
  .map(({ blacklist, lan, mappings, policies, routes, vlans, wan }): NetworkConfig => {
    const present = vlans.flatMap((own, index) => (own ? [{ ...own, id: vlanIds[index] ?? 10 }] : []));
    const hostIn = (id: number, host: number) => `192.168.${id % 256}.${host}`;
    const free = new Set(['lan1', 'lan2', 'lan3']);
    return {
      vlans: present.map(({ id, last, name, ports: wanted, prefix: bits, taggedPorts, third }) => ({
        id,
        name,
        ip: `192.168.${third}.${last}`,
        prefix: bits,
        ports: wanted.filter((port) => free.delete(port)),
        taggedPorts,
      })),
      dhcpPools: present.flatMap(({ id, pool, third }) =>
        pool
          ? [
              {
                name: `pool_${id}`,
                vlanId: id,
                start: `192.168.${third}.${pool.start}`,
                end: `192.168.${third}.${pool.end}`,
                dns: pool.dns,
                leaseMinutes: pool.leaseMinutes,
                ...(pool.reserved && {
                  reservations: [{ mac: '02:00:00:00:00:09', ip: `192.168.${third}.99`, name: 'Printer' }],
                }),
              },
            ]
          : [],
      ),
      ...(lan && { lan }),
      ...(wan && { wan: [wan] }),
      staticRoutes: routes.map(({ destination, name, prefix: bits, vlan }) => ({
        name,
        destination,
        prefix: bits,
        nextHop: hostIn(vlan, 9),
      })),
      portMappings: mappings
        .filter(({ vlan }) => present.some(({ id }) => id === vlan))
        .map(({ externalPorts, host, name, protocol, vlan }) => ({
          name,
          protocol,
          internalIp: hostIn(vlan, host),
          externalPorts,
          internalPorts: externalPorts,
        })),
      wireless: {
        policies: policies.map((own, index) => ({
          ...own,
          id: `p${index}`,
          name: `Policy ${index}`,
          devices: 'all' as const,
        })),
        blacklist: blacklist.map((mac) => ({ mac })),
        radios: [],
        countries: [],
      },
    };
  });
