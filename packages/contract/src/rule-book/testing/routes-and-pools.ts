import {
  MAPPING,
  findNetworkViolations,
  POOL,
  findPoolViolations,
  ROUTE,
  findRouteViolations,
  VLAN,
  WAN,
} from './find-violations.ts';
import { requireRows, type Rows } from './rows.ts';

const route = (values: Partial<typeof ROUTE>) =>
  findNetworkViolations({ staticRoutes: [{ ...ROUTE, ...values }] });
const routes = (values: Partial<typeof ROUTE>) =>
  findNetworkViolations({
    staticRoutes: [ROUTE, { ...ROUTE, name: 'other', destination: '10.8.0.0', ...values }],
  });
const target = (internalIp: string) => findNetworkViolations({ portMappings: [{ ...MAPPING, internalIp }] });
const MAC = '02:00:00:00:00:09';
const NEXT_HOP = 'staticRoutes.0.nextHop routeNextHopInvalid';
const DESTINATION = 'staticRoutes.0.destination routeDestinationInvalid';

export const ROUTE_RULES = [
  'a destination is a network of hosts',
  'the next hop is a neighbour',
  'a destination is unique',
  'a rule name is unique',
  'the pool ends after its start',
  'the pool is in its segment',
  'the pool has a VLAN of its own',
  'the pool name is unique',
  'a reserved address is a client’s',
  'the lease is 30 to 10080 min',
  'a mapping leads to a host inside',
] as const;
export const ROUTE_AND_POOL_CASES: Rows<(typeof ROUTE_RULES)[number]> = {
  'a destination is a network of hosts': {
    sentence: 'Static route: destination first digit 1 to 223 except 127.',
    note: '0.0.0.0/0, everything that has no other route, is possible beside them.',
    accepted: [
      ['1', findRouteViolations('1.0.0.0', 8)],
      ['126', findRouteViolations('126.0.0.0', 8)],
      ['128', findRouteViolations('128.0.0.0', 8)],
      ['223', findRouteViolations('223.0.0.0', 8)],
      ['the default route', findRouteViolations('0.0.0.0', 0)],
    ],
    refused: [
      ['0', findRouteViolations('0.0.0.0', 8), DESTINATION],
      ['127', findRouteViolations('127.0.0.0', 8), DESTINATION],
      ['224', findRouteViolations('224.0.0.0', 8), DESTINATION],
      ['a host part', findRouteViolations('10.9.0.1', 16), DESTINATION],
      ['no network for everything', findRouteViolations('10.0.0.0', 0), DESTINATION],
      ['no address', findRouteViolations('10.9.0', 16), 'staticRoutes.0.destination invalidParameters'],
    ],
  },
  'the next hop is a neighbour': {
    sentence: 'Next hop {ip} to {ip}.',
    note: 'In a network that the gateway is in, unless a WAN may bring others.',
    accepted: [
      ['the second host of a VLAN', route({ nextHop: '192.168.30.2' })],
      ['its last host', route({ nextHop: '192.168.30.254' })],
      ['a host of the LAN', route({ nextHop: '192.168.1.2' })],
      ['the router of the provider', route({ nextHop: WAN.gateway })],
      [
        'anywhere, behind a WAN that is given its address',
        findNetworkViolations({
          wan: [{ mode: 'dhcp', port: 'wan1', dns: [] }],
          staticRoutes: [{ ...ROUTE, nextHop: '172.16.0.1' }],
        }),
      ],
    ],
    refused: [
      ['in the network beside it', route({ nextHop: '192.168.31.1' }), NEXT_HOP],
      ['the gateway itself', route({ nextHop: VLAN.ip }), NEXT_HOP],
      ['all 0s', route({ nextHop: '192.168.30.0' }), NEXT_HOP],
      ['all 1s', route({ nextHop: '192.168.30.255' }), NEXT_HOP],
      [
        'all 1s of a VLAN, whatever the WAN is given',
        findNetworkViolations({
          wan: [{ mode: 'dhcp', port: 'wan1', dns: [] }],
          staticRoutes: [{ ...ROUTE, nextHop: '192.168.30.255' }],
        }),
        NEXT_HOP,
      ],
      ['loopback', route({ nextHop: '127.0.0.1' }), 'staticRoutes.0.nextHop invalidParameters'],
    ],
  },
  'a destination is unique': {
    sentence: 'Duplicate destination rejected.',
    accepted: [['the same address with another mask', routes({ destination: '10.9.0.0', prefix: 24 })]],
    refused: [
      ['the same', routes({ destination: '10.9.0.0' }), 'staticRoutes.1.destination routeDestinationExists'],
    ],
  },
  'a rule name is unique': {
    sentence: 'Duplicate name rejected.',
    accepted: [
      ['of routes', routes({ name: 'branch2' })],
      [
        'of mappings',
        findNetworkViolations({
          portMappings: [MAPPING, { ...MAPPING, name: 'web2', externalPorts: '8081' }],
        }),
      ],
    ],
    refused: [
      ['of routes, in another case', routes({ name: 'BRANCH' }), 'staticRoutes.1.name routeNameExists'],
      [
        'of mappings, in another case',
        findNetworkViolations({
          portMappings: [MAPPING, { ...MAPPING, name: 'WEB', externalPorts: '8081' }],
        }),
        'portMappings.1.name mappingNameExists',
      ],
    ],
  },
  'the pool ends after its start': {
    sentence: 'DHCP: end IP greater than start.',
    accepted: [['the next address', findPoolViolations({ end: '192.168.30.11' })]],
    refused: [
      [
        'the same address',
        findPoolViolations({ end: '192.168.30.10' }),
        'dhcpPools.0.end dhcpEndBeforeStart',
      ],
      ['the one before', findPoolViolations({ end: '192.168.30.9' }), 'dhcpPools.0.end dhcpEndBeforeStart'],
    ],
  },
  'the pool is in its segment': {
    sentence: 'DHCP: end IP in the same segment.',
    accepted: [
      [
        'from the second host to the last',
        findPoolViolations({ start: '192.168.30.2', end: '192.168.30.254' }),
      ],
      [
        'of the LAN',
        findNetworkViolations({
          dhcpPools: [{ ...POOL, vlanId: 1, start: '192.168.1.10', end: '192.168.1.99' }],
        }),
      ],
    ],
    refused: [
      [
        'an end that is all 1s',
        findPoolViolations({ end: '192.168.30.255' }),
        'dhcpPools.0.end dhcpOutsideVlan',
      ],
      [
        'an end in the next segment',
        findPoolViolations({ end: '192.168.31.1' }),
        'dhcpPools.0.end dhcpOutsideVlan',
      ],
      [
        'a start in the one before',
        findPoolViolations({ start: '192.168.29.10' }),
        'dhcpPools.0.start dhcpOutsideVlan',
      ],
      [
        'the gateway’s own address',
        findPoolViolations({ start: VLAN.ip }),
        'dhcpPools.0.start dhcpContainsGateway',
      ],
    ],
  },
  'the pool has a VLAN of its own': {
    sentence: '§8, 115 and 116',
    accepted: [['its own', findPoolViolations({})]],
    refused: [
      ['one that is not there', findPoolViolations({ vlanId: 31 }), 'dhcpPools.0.vlanId dhcpVlanMissing'],
      [
        'a LAN that is not set',
        findNetworkViolations({ lan: undefined, dhcpPools: [{ ...POOL, vlanId: 1 }] }),
        'dhcpPools.0.vlanId dhcpVlanMissing',
      ],
      [
        'that of another pool',
        findNetworkViolations({ dhcpPools: [POOL, { ...POOL, name: 'more' }] }),
        'dhcpPools.1.vlanId dhcpVlanTaken',
      ],
    ],
  },
  'the pool name is unique': {
    sentence: '§8, 113',
    accepted: [
      [
        'another',
        findNetworkViolations({
          dhcpPools: [POOL, { ...POOL, name: 'lan', vlanId: 1, start: '192.168.1.5', end: '192.168.1.9' }],
        }),
      ],
    ],
    refused: [
      [
        'the same in another case',
        findNetworkViolations({
          dhcpPools: [POOL, { ...POOL, name: 'GUESTS', vlanId: 1, start: '192.168.1.5', end: '192.168.1.9' }],
        }),
        'dhcpPools.1.name dhcpPoolNameExists',
      ],
    ],
  },
  'a reserved address is a client’s': {
    sentence: '§8, 114',
    accepted: [['a host', findPoolViolations({ reservations: [{ mac: MAC, ip: '192.168.30.254' }] })]],
    refused: requireRows(
      [
        ['of another network', '192.168.31.1'],
        ['the gateway’s own', VLAN.ip],
        ['all 0s', '192.168.30.0'],
        ['all 1s', '192.168.30.255'],
      ].map(([what = '', ip = '']) => [
        what,
        findPoolViolations({ reservations: [{ mac: MAC, ip }] }),
        'dhcpPools.0.reservations.0.ip dhcpPoolVersusVlan',
      ]),
    ),
  },
  'the lease is 30 to 10080 min': {
    sentence:
      'Lease choices are 30 min, 1 h, 3 h, 6 h, 12 h or custom 30 to 10080 min (another rule says 1 to 525600).',
    note: 'The narrower of the two rules.',
    accepted: [
      ['30', findPoolViolations({ leaseMinutes: 30 })],
      ['10080', findPoolViolations({ leaseMinutes: 10_080 })],
    ],
    refused: [
      ['29', findPoolViolations({ leaseMinutes: 29 }), 'dhcpPools.0.leaseMinutes invalidParameters'],
      ['10081', findPoolViolations({ leaseMinutes: 10_081 }), 'dhcpPools.0.leaseMinutes invalidParameters'],
      [
        'a fraction',
        findPoolViolations({ leaseMinutes: 30.5 }),
        'dhcpPools.0.leaseMinutes invalidParameters',
      ],
    ],
  },
  'a mapping leads to a host inside': {
    sentence: '§8, 206',
    accepted: [
      ['of a VLAN', target('192.168.30.254')],
      ['of the LAN', target('192.168.1.2')],
    ],
    refused: requireRows(
      [
        ['outside', '192.168.31.1'],
        ['the gateway itself', VLAN.ip],
        ['all 0s', '192.168.30.0'],
        ['all 1s', '192.168.30.255'],
      ].map(([what = '', ip = '']) => [what, target(ip), 'portMappings.0.internalIp mappingTargetOutside']),
    ),
  },
};
