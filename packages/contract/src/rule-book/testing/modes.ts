import { getDevicePermission } from '../../devices/index.ts';
import {
  findSettingsViolations,
  LAN,
  MAPPING,
  findNetworkViolations,
  POOL,
  ROUTE,
  VLAN,
} from './find-violations.ts';
import type { Rows } from './rows.ts';

const mirror = { sources: [{ port: 'p1', direction: 'both' as const }], target: 'p2' };
const tree = (enabled: boolean) => ({ enabled, priority: 32_768 });
const manage = (state: number, managed: 'cloud' | 'local') => {
  const may = getDevicePermission(state, 'configure', managed);
  return may.allowed ? [] : [`device ${may.code}`];
};
const some = (count: number) => Array.from({ length: count }, (_, index) => index);
const vlans = (count: number) =>
  some(count).map((index) => ({
    ...VLAN,
    id: 100 + index,
    name: `V${index}`,
    ip: `10.${index}.0.1`,
    ports: [],
  }));
const pools = (count: number) => ({
  vlans: vlans(32),
  dhcpPools: some(count).map((index) => {
    const net = index < 32 ? `10.${index}.0` : '192.168.1';
    return {
      ...POOL,
      name: `p${index}`,
      vlanId: index < 32 ? 100 + index : 1,
      start: `${net}.10`,
      end: `${net}.99`,
    };
  }),
});
const routes = (count: number) => ({
  staticRoutes: some(count).map((index) => ({ ...ROUTE, name: `r${index}`, destination: `10.${index}.0.0` })),
});
const mappings = (count: number) => ({
  portMappings: some(count).map((index) => ({
    ...MAPPING,
    name: `m${index}`,
    externalPorts: `${1000 + index}`,
  })),
});

export const MODE_RULES = [
  'spanning tree or mirroring',
  'local management blocks operations',
  'VLANs are at most what the model takes',
  'pools are at most what the model takes',
  'routes are at most what the model takes',
  'mappings are at most what the model takes',
] as const;
export const MODE_CASES: Rows<(typeof MODE_RULES)[number]> = {
  'spanning tree or mirroring': {
    sentence: 'Spanning tree and port mirroring cannot both be on.',
    accepted: [
      ['mirroring, and a tree that is off', findSettingsViolations({ mirror, spanningTree: tree(false) })],
      ['the tree alone', findSettingsViolations({ spanningTree: tree(true) })],
    ],
    refused: [
      ['both', findSettingsViolations({ mirror, spanningTree: tree(true) }), 'mirror routerModeConflict'],
    ],
  },
  'local management blocks operations': {
    sentence: 'Local management mode blocks operations.',
    accepted: [['the cloud manages it', manage(1, 'cloud')]],
    refused: [['it is managed locally', manage(1, 'local'), 'device 76']],
  },
  'VLANs are at most what the model takes': {
    sentence: 'Maximum rule counts for VLAN appear as a placeholder {num}.',
    accepted: [
      ['32', findNetworkViolations({ vlans: vlans(32), dhcpPools: [] })],
      ['8 of a small model', findNetworkViolations({ vlans: vlans(8), dhcpPools: [] }, 'NL-GW5L')],
      ['33 of a large one', findNetworkViolations({ vlans: vlans(33), dhcpPools: [] }, 'NL-GW10')],
    ],
    refused: [
      ['33', findNetworkViolations({ vlans: vlans(33), dhcpPools: [] }), 'vlans vlanLimit'],
      [
        '9 of a small model',
        findNetworkViolations({ vlans: vlans(9), dhcpPools: [] }, 'NL-GW5L'),
        'vlans vlanLimit',
      ],
    ],
  },
  'pools are at most what the model takes': {
    sentence: 'Maximum rule counts for DHCP appear as a placeholder {num}.',
    accepted: [['32', findNetworkViolations({ lan: LAN, ...pools(32) })]],
    refused: [['33', findNetworkViolations({ lan: LAN, ...pools(33) }), 'dhcpPools dhcpPoolLimit']],
  },
  'routes are at most what the model takes': {
    sentence: 'Maximum rule counts for routes appear as a placeholder {num}.',
    accepted: [['64', findNetworkViolations(routes(64))]],
    refused: [['65', findNetworkViolations(routes(65)), 'staticRoutes staticRouteLimit']],
  },
  'mappings are at most what the model takes': {
    sentence: 'Maximum rule counts for port mapping appear as a placeholder {num}.',
    accepted: [['64', findNetworkViolations(mappings(64))]],
    refused: [['65', findNetworkViolations(mappings(65)), 'portMappings portMappingLimit']],
  },
};
