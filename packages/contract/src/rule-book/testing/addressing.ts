import type { DeviceSettings } from '../../device-settings/index.ts';
import {
  findSettingsViolations,
  LAN,
  MANAGED,
  findNetworkViolations,
  findPoolViolations,
  findRouteViolations,
  VLAN,
  WAN,
} from './find-violations.ts';
import { requireRows, type Rows } from './rows.ts';

const vlanAt = (ip: string, prefix = 24) =>
  findNetworkViolations({ vlans: [{ ...VLAN, ip, prefix }], dhcpPools: [], lan: undefined });
const beside = (ip: string, prefix = 24) =>
  findNetworkViolations({ vlans: [VLAN, { ...VLAN, id: 40, name: 'Staff', ip, prefix, ports: [] }] });
const lanAt = (ip: string, prefix = 24) => findNetworkViolations({ lan: { ip, prefix } });
const wan = (values: Partial<typeof WAN>) => findNetworkViolations({ wan: [{ ...WAN, ...values }] });
const managed = (values: Partial<Extract<DeviceSettings['management'], { mode: 'static' }>>) =>
  findSettingsViolations({
    management: {
      mode: 'static',
      vlanId: 1,
      ip: '192.168.1.9',
      prefix: 24,
      gateway: '192.168.1.1',
      dns: [],
      ...values,
    },
  });

const managedAt = (ip: string) => managed({ ip, gateway: ip.replace(/\d+$/, '77') });

export const ADDRESS_RULES = [
  'no address starts with 127',
  'the first octet is 1 to 223',
  'the host ID is neither all 0s nor all 1s',
  'the management IP is private',
  'the management IP is not the LAN’s',
  'the management gateway is its neighbour',
  'the prefix is 0 to 32',
  'DNS servers differ',
  'networks do not overlap',
  'the WAN gateway is its neighbour',
] as const;
export const ADDRESSING_CASES: Rows<(typeof ADDRESS_RULES)[number]> = {
  'no address starts with 127': {
    sentence: 'Gateway and IP cannot start with 127.',
    accepted: [
      ['126', vlanAt('126.255.255.1')],
      ['128', vlanAt('128.0.0.1')],
    ],
    refused: [
      ['a VLAN', vlanAt('127.0.0.1'), 'vlans.0.ip invalidParameters'],
      ['the LAN', lanAt('127.255.255.1'), 'lan.ip invalidParameters'],
      [
        'the WAN',
        wan({ ip: '127.0.0.2', gateway: '127.0.0.1' }),
        'wan.0.ip invalidParameters',
        'wan.0.gateway invalidParameters',
      ],
      ['a DNS server', findPoolViolations({ dns: ['127.0.0.53'] }), 'dhcpPools.0.dns.0 invalidParameters'],
      ['a management gateway', managed({ gateway: '127.0.0.1' }), 'management.gateway invalidParameters'],
    ],
  },
  'the first octet is 1 to 223': {
    sentence: 'The first octet must be 1 to 223.',
    accepted: [
      ['1', vlanAt('1.0.0.1')],
      ['223', vlanAt('223.255.255.1')],
    ],
    refused: [
      ['0', vlanAt('0.255.255.1'), 'vlans.0.ip invalidParameters'],
      ['224', vlanAt('224.0.0.1'), 'vlans.0.ip invalidParameters'],
      ['no address', vlanAt('10.0.0.256'), 'vlans.0.ip invalidParameters'],
      ['a zero before a digit', vlanAt('10.0.0.010'), 'vlans.0.ip invalidParameters'],
    ],
  },
  'the host ID is neither all 0s nor all 1s': {
    sentence: 'Host ID cannot be all 0s or all 1s.',
    accepted: [
      ['the first host', vlanAt('192.168.30.1')],
      ['the last host', vlanAt('192.168.30.254')],
      ['.255 in the middle of a network', vlanAt('192.168.30.255', 23)],
      ['one of two hosts', vlanAt('192.168.30.2', 30)],
      ['a WAN', wan({ ip: '203.0.113.6' })],
      ['a device', managed({ ip: '192.168.1.254' })],
    ],
    refused: [
      ['a VLAN, all 0s', vlanAt('192.168.30.0'), 'vlans.0.ip hostPartInvalid'],
      ['a VLAN, all 1s', vlanAt('192.168.30.255'), 'vlans.0.ip hostPartInvalid'],
      ['a VLAN of two hosts, all 1s', vlanAt('192.168.30.3', 30), 'vlans.0.ip hostPartInvalid'],
      ['the LAN, all 0s', lanAt('192.168.1.0'), 'lan.ip hostPartInvalid'],
      ['the LAN, all 1s', lanAt('192.168.1.255'), 'lan.ip hostPartInvalid'],
      ['the WAN, all 0s', wan({ ip: '203.0.113.0' }), 'wan.0.ip hostPartInvalid'],
      ['the WAN, all 1s', wan({ ip: '203.0.113.7' }), 'wan.0.ip hostPartInvalid'],
      ['a device, all 0s', managed({ ip: '192.168.1.0' }), 'management.ip hostPartInvalid'],
      ['a device, all 1s', managed({ ip: '192.168.1.255' }), 'management.ip hostPartInvalid'],
    ],
  },
  'the management IP is private': {
    sentence: 'Management IP must be in {ip}-{ip}, {ip}-{ip} or {ip}-{ip}.',
    accepted: requireRows(
      ['10.0.0.1', '10.255.255.254', '172.16.0.1', '172.31.255.254', '192.168.0.1', '192.168.255.254'].map(
        (ip) => [ip, managedAt(ip)] as const,
      ),
    ),
    refused: requireRows(
      ['9.255.255.254', '11.0.0.1', '172.15.255.254', '172.32.0.1', '192.167.255.254', '192.169.0.1'].map(
        (ip) => [ip, managedAt(ip), 'management.ip invalidParameters'] as const,
      ),
    ),
  },
  'the management IP is not the LAN’s': {
    sentence: 'It must differ from the LAN IP.',
    accepted: [
      ['the next one', managed({ ip: '192.168.1.2' })],
      ['the LAN beside a device', lanAt('192.168.50.8')],
    ],
    refused: [
      ['the LAN’s', managed({ ip: LAN.ip, gateway: '192.168.1.9' }), 'management.ip managementIpConflict'],
      [
        'the gateway’s in a VLAN',
        managed({ ip: VLAN.ip, gateway: '192.168.30.9' }),
        'management.ip managementIpConflict',
      ],
      ['the LAN where a device is', lanAt(MANAGED), 'lan.ip managementIpConflict'],
      ['a VLAN where a device is', vlanAt(MANAGED), 'vlans.0.ip managementIpConflict'],
    ],
  },
  'the management gateway is its neighbour': {
    sentence: '§8, 126',
    accepted: [['the last host', managed({ gateway: '192.168.1.254' })]],
    refused: requireRows(
      [
        ['in the next network', '192.168.2.1'],
        ['itself', '192.168.1.9'],
        ['all 0s', '192.168.1.0'],
        ['all 1s', '192.168.1.255'],
      ].map(([what = '', gateway = '']) => [
        what,
        managed({ gateway }),
        'management.gateway wanGatewayOutside',
      ]),
    ),
  },
  'the prefix is 0 to 32': {
    sentence: 'Subnet mask prefix 0 to 32.',
    note: 'Networks that hosts live in have 8 to 30 bits; destinations have all of them.',
    accepted: [
      ['0', findRouteViolations('0.0.0.0', 0)],
      ['32', findRouteViolations('10.9.0.1', 32)],
      ['8 for hosts', vlanAt('10.0.0.1', 8)],
      ['30 for hosts', vlanAt('10.0.0.1', 30)],
      ['30 for the WAN', wan({ prefix: 30 })],
      ['32 for the WAN', wan({ prefix: 32, gateway: '10.0.0.1' })],
      ['30 for a device', managed({ ip: '192.168.1.2', prefix: 30 })],
    ],
    refused: [
      ['-1', findRouteViolations('10.9.0.0', -1), 'staticRoutes.0.prefix invalidParameters'],
      ['33', findRouteViolations('10.9.0.0', 33), 'staticRoutes.0.prefix invalidParameters'],
      ['a fraction', findRouteViolations('10.9.0.0', 16.5), 'staticRoutes.0.prefix invalidParameters'],
      ['7 for hosts', vlanAt('10.0.0.1', 7), 'vlans.0.prefix invalidParameters'],
      ['31 for hosts', vlanAt('10.0.0.1', 31), 'vlans.0.prefix invalidParameters'],
      ['31 for the LAN', lanAt('10.0.0.1', 31), 'lan.prefix invalidParameters'],
      ['33 for the WAN', wan({ prefix: 33 }), 'wan.0.prefix invalidParameters'],
      ['31 for a device', managed({ ip: '192.168.1.0', prefix: 31 }), 'management.prefix invalidParameters'],
    ],
  },
  'DNS servers differ': {
    sentence: 'Primary and secondary DNS must differ.',
    accepted: [
      ['of a pool', findPoolViolations({ dns: ['9.9.9.9', '1.1.1.1'] })],
      ['of the WAN', wan({ dns: ['9.9.9.9', '1.1.1.1'] })],
      ['of a device', managed({ dns: ['9.9.9.9', '1.1.1.1'] })],
    ],
    refused: [
      ['of a pool', findPoolViolations({ dns: ['9.9.9.9', '9.9.9.9'] }), 'dhcpPools.0.dns.1 dnsSame'],
      ['of the WAN', wan({ dns: ['9.9.9.9', '9.9.9.9'] }), 'wan.0.dns.1 wanDnsSame'],
      ['of a device', managed({ dns: ['9.9.9.9', '9.9.9.9'] }), 'management.dns.1 dnsSame'],
      [
        'a third one',
        findPoolViolations({ dns: ['9.9.9.9', '1.1.1.1', '8.8.8.8'] }),
        'dhcpPools.0.dns invalidParameters',
      ],
    ],
  },
  'networks do not overlap': {
    sentence: '§8, 101, 107, 108 and 125',
    accepted: [
      ['a VLAN beside another', beside('192.168.31.1')],
      [
        'two halves',
        findNetworkViolations({
          vlans: [
            { ...VLAN, prefix: 25 },
            { ...VLAN, id: 40, name: 'Staff', ip: '192.168.30.129', prefix: 25, ports: [] },
          ],
          dhcpPools: [],
        }),
      ],
      ['the LAN beside a VLAN', lanAt('192.168.31.1')],
      [
        'two WANs',
        findNetworkViolations({
          wan: [WAN, { ...WAN, port: 'wan2', ip: '203.0.113.10', gateway: '203.0.113.9' }],
        }),
      ],
    ],
    refused: [
      ['a VLAN inside another', beside('192.168.30.130', 25), 'vlans.1.ip vlanSubnetOverlap'],
      ['a VLAN around another', beside('192.168.40.1', 16), 'vlans.1.ip vlanSubnetOverlap'],
      ['a VLAN inside the LAN', beside('192.168.1.129', 25), 'vlans.1.ip vlanVersusLan'],
      [
        'the LAN over a WAN',
        findNetworkViolations({ lan: { ip: '203.0.113.5', prefix: 24 } }),
        'lan.ip lanIpConflict',
        'wan.0.ip wanIpConflict',
      ],
      ['a WAN in a VLAN', wan({ ip: '192.168.30.66', gateway: '192.168.30.65' }), 'wan.0.ip wanIpConflict'],
      [
        'two WANs in one',
        findNetworkViolations({ wan: [WAN, { ...WAN, port: 'wan2', ip: '203.0.113.3' }] }),
        'wan.1.ip wanIpConflict',
      ],
    ],
  },
  'the WAN gateway is its neighbour': {
    sentence: '§8, 126',
    accepted: [['the last host', wan({ gateway: '203.0.113.6' })]],
    refused: requireRows(
      [
        ['in the next network', '203.0.113.9'],
        ['itself', WAN.ip],
        ['all 0s', '203.0.113.0'],
        ['all 1s', '203.0.113.7'],
      ].map(([what = '', gateway = '']) => [what, wan({ gateway }), 'wan.0.gateway wanGatewayOutside']),
    ),
  },
};
