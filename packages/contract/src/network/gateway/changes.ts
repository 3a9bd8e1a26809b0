import { formatLease } from './format-lease.ts';
import { formatPortId } from './format-port-id.ts';
import {
  type ClientLimit,
  MAPPING_PROTOCOL_LABELS,
  type PortMapping,
  type PppoeWan,
  type StaticRoute,
  type Wan,
} from './routing-schema.ts';
import { compareLists, type ItemField } from '../../kit/compare-lists.ts';
import type { ConfigChange } from '../../kit/config-change.ts';
import type { DhcpPool, GatewayConfig, Vlan } from './schema.ts';

/** Lists the differences in the gateway's configuration as lines of a review. */
export function listGatewayChanges(now: GatewayConfig, after: GatewayConfig): ConfigChange[] {
  return [
    ...compareLists(now.vlans, after.vlans, {
      list: 'vlans',
      key: (vlan) => vlan.id,
      title: (vlan) => `VLAN ${vlan.id}`,
      listFields: listVlanFields,
    }),
    ...compareLists(now.dhcpPools, after.dhcpPools, {
      list: 'dhcpPools',
      key: (pool) => pool.name,
      title: (pool) => `DHCP pool ${pool.name}`,
      listFields: listPoolFields,
    }),
    ...compareLists(now.lan && [now.lan], after.lan && [after.lan], {
      list: 'lan',
      key: () => 'lan',
      title: () => 'LAN',
      listFields: ({ ip, prefix }) => [['address', 'address', `${ip}/${prefix}`]],
    }),
    ...compareLists(now.wan, after.wan, {
      list: 'wan',
      key: (wan) => wan.port,
      title: (wan) => `Internet, port ${formatPortId(wan.port)}`,
      listFields: listWanFields,
    }),
    ...compareLists(now.staticRoutes, after.staticRoutes, {
      list: 'staticRoutes',
      key: ({ name }) => name,
      title: ({ name }) => `Static route ${name}`,
      listFields: listRouteFields,
    }),
    ...compareLists(now.portMappings, after.portMappings, {
      list: 'portMappings',
      key: ({ name }) => name,
      title: ({ name }) => `Port mapping ${name}`,
      listFields: listMappingFields,
    }),
    ...compareLists(now.clientLimits, after.clientLimits, {
      list: 'clientLimits',
      key: ({ mac }) => mac,
      title: ({ mac }) => `Limit of ${mac}`,
      listFields: listLimitFields,
    }),
  ];
}

const listWanFields = (wan: Wan): ItemField[] => [
  ['address', 'address', describeWanMode(wan)],
  ...(wan.mode === 'pppoe' ? listPppoeFields(wan) : []),
  ['dns', 'DNS', wan.dns.length > 0 ? wan.dns.join(', ') : 'automatic'],
];

function describeWanMode(wan: Wan): string {
  if (wan.mode === 'dhcp') return 'by DHCP';
  if (wan.mode === 'static') return `${wan.ip}/${wan.prefix}, gateway ${wan.gateway}`;
  const count = wan.lines.length;
  const service = wan.service === undefined ? '' : `, service ${wan.service}`;
  return `${count === 1 ? 'by PPPoE' : `by PPPoE over ${count} lines`}${service}`;
}

/** Shows that a password changed, but never its value. */
const listPppoeFields = ({ lines }: PppoeWan): ItemField[] =>
  lines.flatMap(({ password, passwordId, user }, index): ItemField[] => [
    [`lines/${index}/user`, `user of line ${index + 1}`, user],
    [
      `lines/${index}/password`,
      `password of line ${index + 1}`,
      password === undefined ? (passwordId ? `stored (${passwordId.slice(-4)})` : 'none') : 'new',
    ],
  ]);

const listRouteFields = ({ destination, prefix, nextHop }: StaticRoute): ItemField[] => [
  ['destination', 'destination', `${destination}/${prefix}`],
  ['nextHop', 'next hop', nextHop],
];

const listMappingFields = (mapping: PortMapping): ItemField[] => [
  ['protocol', 'protocol', MAPPING_PROTOCOL_LABELS[mapping.protocol]],
  ['externalPorts', 'external ports', mapping.externalPorts],
  ['target', 'leads to', `${mapping.internalIp}, ports ${mapping.internalPorts}`],
];

const formatKbps = (rate: number | undefined): string => (rate === undefined ? 'no limit' : `${rate} kbit/s`);

const listLimitFields = ({ upKbps, downKbps }: ClientLimit): ItemField[] => [
  ['upload', 'upload', formatKbps(upKbps)],
  ['download', 'download', formatKbps(downKbps)],
];

function listVlanFields(vlan: Vlan): ItemField[] {
  return [
    ['name', 'name', vlan.name],
    ['address', 'address', `${vlan.ip}/${vlan.prefix}`],
    ['untaggedPorts', 'untagged ports', listOfPorts(vlan.ports)],
    ['taggedPorts', 'tagged ports', listOfPorts(vlan.taggedPorts ?? [])],
  ];
}

const listOfPorts = (ports: readonly string[]): string =>
  ports.length > 0 ? [...ports].sort().map(formatPortId).join(', ') : 'none';

function listPoolFields(pool: DhcpPool): ItemField[] {
  return [
    ['vlan', 'VLAN', String(pool.vlanId)],
    ['range', 'range', `${pool.start} – ${pool.end}`],
    ['dns', 'DNS', pool.dns.length > 0 ? pool.dns.join(', ') : "the gateway's address"],
    ['lease', 'lease', formatLease(pool.leaseMinutes)],
    [
      'reservations',
      'reserved',
      (pool.reservations ?? []).map(({ ip, mac }) => `${ip} for ${mac}`).join(', ') || 'none',
    ],
  ];
}
