import { formatIpv4, inSubnet, parseIpv4, subnetOf } from '@northlight/contract/net';
import type { DeviceConfig } from '../../contract-types.ts';
import type { EmissionBuilder } from './emission-builder.ts';
import type { ApDocument } from './schema.ts';

type Ipv4 = NonNullable<ApDocument['interfaces'][number]['ipv4']>;
type Vlan = DeviceConfig['vlans'][number];

/** A network of the access point's own: its address in it, and what it hands out there. */
export function downstreamOf(
  config: DeviceConfig,
  vlan: Vlan,
  pointer: string,
  origins: EmissionBuilder,
): Ipv4 {
  const { ip = '', prefix = 0 } = vlan;
  origins.noteOrigin(`${pointer}/ipv4/subnet`, `vlans.${config.vlans.indexOf(vlan)}.ip`);
  return { addressing: 'static', subnet: `${ip}/${prefix}`, ...poolOf(config, vlan, pointer, origins) };
}

function poolOf(config: DeviceConfig, vlan: Vlan, pointer: string, origins: EmissionBuilder): Partial<Ipv4> {
  const { ip = '', prefix = 0 } = vlan;
  const pools = config.dhcpPools.flatMap((pool, index) => (pool.vlanId === vlan.id ? [{ pool, index }] : []));
  for (const { index } of pools.slice(1))
    origins.refuse(`dhcpPools.${index}`, 'This model has one pool for a VLAN.');
  const [first] = pools;
  if (!first) return {};
  const { index, pool } = first;
  const start = offsetIn(pool.start, ip, prefix);
  const end = offsetIn(pool.end, ip, prefix);
  if (start === undefined || end === undefined || end < start) {
    origins.refuse(`dhcpPools.${index}`, 'The range is not within the network of the VLAN.');
    return {};
  }
  origins.noteOrigin(`${pointer}/ipv4/dhcp`, `dhcpPools.${index}`);
  origins.noteOrigin(`${pointer}/ipv4/dhcp/lease-first`, `dhcpPools.${index}.start`);
  origins.noteOrigin(`${pointer}/ipv4/dhcp/lease-count`, `dhcpPools.${index}.end`);
  origins.noteOrigin(`${pointer}/ipv4/dhcp/lease-time`, `dhcpPools.${index}.leaseMinutes`);
  origins.noteOrigin(`${pointer}/ipv4/dhcp/use-dns`, `dhcpPools.${index}.dns`);
  const lease = `${pool.leaseMinutes}m`;
  const reservations = (pool.reservations ?? []).flatMap((reservation, place) => {
    const path = `dhcpPools.${index}.reservations.${place}`;
    const offset = offsetIn(reservation.ip, ip, prefix);
    if (offset === undefined) {
      origins.refuse(path, 'The address is not within the network of the VLAN.');
      return [];
    }
    return [
      { path, entry: { macaddr: reservation.mac, 'static-lease-offset': offset, 'lease-time': lease } },
    ];
  });
  reservations.forEach(({ path }, place) => origins.noteOrigin(`${pointer}/ipv4/dhcp-leases/${place}`, path));
  return {
    dhcp: {
      'lease-first': start,
      'lease-count': end - start + 1,
      'lease-time': lease,
      ...(pool.dns.length > 0 && { 'use-dns': pool.dns }),
    },
    ...(reservations.length > 0 && { 'dhcp-leases': reservations.map(({ entry }) => entry) }),
  };
}

/** Port mappings; the address inside is told by its host part, which the device puts into its downstream network. */
export function portForwards(
  config: DeviceConfig,
  pointer: string,
  origins: EmissionBuilder,
): NonNullable<Ipv4['port-forward']> {
  const entries: NonNullable<Ipv4['port-forward']> = [];
  config.portMappings?.forEach(({ internalIp, ports, protocol }, index) => {
    const host = config.vlans
      .map(({ ip, prefix }) =>
        ip === undefined || prefix === undefined ? undefined : offsetIn(internalIp, ip, prefix),
      )
      .find((offset) => offset !== undefined);
    if (host === undefined) {
      origins.refuse(`portMappings.${index}.internalIp`, 'The address is in no network of the device.');
      return;
    }
    for (const { from, internalFrom, to } of ports) {
      origins.noteOrigin(`${pointer}/port-forward/${entries.length}`, `portMappings.${index}`);
      entries.push({
        protocol: protocol === 'all' ? 'any' : protocol,
        'external-port': rangeOf(from, to),
        'internal-address': formatIpv4(host),
        'internal-port': rangeOf(internalFrom, internalFrom + to - from),
      });
    }
  });
  return entries;
}

const rangeOf = (from: number, to: number): string => (from === to ? `${from}` : `${from}-${to}`);

/** Position of an address within its network; undefined outside. */
function offsetIn(ip: string, gateway: string, prefix: number): number | undefined {
  const address = parseIpv4(ip);
  const own = parseIpv4(gateway);
  if (address === undefined || own === undefined) return undefined;
  const subnet = subnetOf(own, prefix);
  return inSubnet(address, subnet) ? address - subnet.network : undefined;
}
