import {
  type ClientLimit,
  MAPPING_PROTOCOL_WORDS,
  type PortMapping,
  type PppoeWan,
  type StaticRoute,
  type Wan,
} from './routing-schema.ts';
import type { ConfigChange } from '../network/schema.ts';
import type { DhcpPool, GatewayConfig, Vlan } from './schema.ts';

/** The lines of a review about the gateway's part. Empty when nothing differs. */
export function gatewayChanges(now: GatewayConfig, after: GatewayConfig): ConfigChange[] {
  return [
    ...compare(
      now.vlans,
      after.vlans,
      (vlan) => vlan.id,
      (vlan) => `VLAN ${vlan.id}`,
      vlanLines,
    ),
    ...compare(
      now.dhcpPools,
      after.dhcpPools,
      (pool) => pool.name,
      (pool) => `DHCP pool ${pool.name}`,
      poolLines,
    ),
    ...compare(
      now.lan && [now.lan],
      after.lan && [after.lan],
      () => 'lan',
      () => 'LAN',
      ({ ip, prefix }) => [['address', `${ip}/${prefix}`]],
    ),
    ...compare(
      now.wan,
      after.wan,
      (wan) => wan.port,
      (wan) => `Internet, port ${wan.port}`,
      wanLines,
    ),
    ...compare(
      now.staticRoutes,
      after.staticRoutes,
      ({ name }) => name,
      ({ name }) => `Static route ${name}`,
      routeLines,
    ),
    ...compare(
      now.portMappings,
      after.portMappings,
      ({ name }) => name,
      ({ name }) => `Port mapping ${name}`,
      mappingLines,
    ),
    ...compare(
      now.clientLimits,
      after.clientLimits,
      ({ mac }) => mac,
      ({ mac }) => `Limit of ${mac}`,
      limitLines,
    ),
  ];
}

const wanLines = (wan: Wan): Line[] => [
  ['address', wayOf(wan)],
  ...(wan.mode === 'pppoe' ? pppoeLines(wan) : []),
  ['DNS', wan.dns.length > 0 ? wan.dns.join(', ') : 'as the network says'],
];

function wayOf(wan: Wan): string {
  if (wan.mode === 'dhcp') return 'by DHCP';
  if (wan.mode === 'static') return `${wan.ip}/${wan.prefix}, gateway ${wan.gateway}`;
  const count = wan.lines.length;
  const service = wan.service === undefined ? '' : `, service ${wan.service}`;
  return `${count === 1 ? 'by PPPoE' : `by PPPoE over ${count} lines`}${service}`;
}

/** A password is never shown: only that it is another one. */
const pppoeLines = ({ lines }: PppoeWan): Line[] =>
  lines.flatMap(({ password, passwordId, user }, index): Line[] => [
    [`user of line ${index + 1}`, user],
    [
      `password of line ${index + 1}`,
      password === undefined ? (passwordId ? `kept (${passwordId.slice(-4)})` : 'none') : 'a new one',
    ],
  ]);

const routeLines = ({ destination, prefix, nextHop }: StaticRoute): Line[] => [
  ['destination', `${destination}/${prefix}`],
  ['next hop', nextHop],
];

const mappingLines = (mapping: PortMapping): Line[] => [
  ['protocol', MAPPING_PROTOCOL_WORDS[mapping.protocol]],
  ['external ports', mapping.externalPorts],
  ['leads to', `${mapping.internalIp}, ports ${mapping.internalPorts}`],
];

const kbps = (rate: number | undefined): string => (rate === undefined ? 'no limit' : `${rate} kbit/s`);

const limitLines = ({ upKbps, downKbps }: ClientLimit): Line[] => [
  ['upload', kbps(upKbps)],
  ['download', kbps(downKbps)],
];

type Line = readonly [label: string, value: string];

function vlanLines(vlan: Vlan): Line[] {
  return [
    ['name', vlan.name],
    ['address', `${vlan.ip}/${vlan.prefix}`],
    ['untagged ports', listOfPorts(vlan.ports)],
    ['tagged ports', listOfPorts(vlan.taggedPorts ?? [])],
  ];
}

const listOfPorts = (ports: readonly string[]): string =>
  ports.length > 0 ? [...ports].sort().join(', ') : 'none';

function poolLines(pool: DhcpPool): Line[] {
  return [
    ['VLAN', String(pool.vlanId)],
    ['range', `${pool.start} – ${pool.end}`],
    ['DNS', pool.dns.length > 0 ? pool.dns.join(', ') : "the gateway's address"],
    ['lease', leaseText(pool.leaseMinutes)],
    ['reserved', (pool.reservations ?? []).map(({ ip, mac }) => `${ip} for ${mac}`).join(', ') || 'none'],
  ];
}

/** Minutes as `30 min`, `6 h`, `7 d`, or the mixed form of a custom lease. */
export function leaseText(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  return (
    [days && `${days} d`, hours && `${hours} h`, rest && `${rest} min`].filter(Boolean).join(' ') || '0 min'
  );
}

function compare<T>(
  now: readonly T[] = [],
  after: readonly T[] = [],
  key: (item: T) => number | string,
  title: (item: T) => string,
  lines: (item: T) => Line[],
): ConfigChange[] {
  const before = new Map(now.map((item) => [key(item), item] as const));
  const later = new Map(after.map((item) => [key(item), item] as const));
  const summary = (item: T) =>
    lines(item)
      .map(([label, value]) => `${label} ${value}`)
      .join('; ');
  const removed = now
    .filter((item) => !later.has(key(item)))
    .map((item) => ({ setting: title(item), now: summary(item) }));
  const kept = after.flatMap((item): ConfigChange[] => {
    const old = before.get(key(item));
    if (!old) return [{ setting: title(item), after: summary(item) }];
    const oldLines = new Map(lines(old));
    return lines(item)
      .filter(([label, value]) => oldLines.get(label) !== value)
      .map(([label, value]) => ({
        setting: `${title(item)}, ${label}`,
        now: oldLines.get(label) ?? '',
        after: value,
      }));
  });
  return [...removed, ...kept];
}
