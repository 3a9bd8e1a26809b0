import { formatIpv4, isInSubnet, parseIpv4, getSubnet } from '@northlight/contract/net';
import type { DeviceConfig } from '../../contract-types.ts';
import type { EmissionBuilder } from './emission-builder.ts';
import type { ApDocument } from './schema.ts';

type Ipv4 = NonNullable<ApDocument['interfaces'][number]['ipv4']>;
type Vlan = DeviceConfig['vlans'][number];

/** Returns the IPv4 settings of a VLAN that the access point routes: its address and its DHCP pool. */
export function buildDownstreamAddress(
  config: DeviceConfig,
  vlan: Vlan,
  pointer: string,
  builder: EmissionBuilder,
): Ipv4 {
  const { ip = '', prefix = 0 } = vlan;
  builder.noteOrigin(`${pointer}/ipv4/subnet`, `vlans.${config.vlans.indexOf(vlan)}.ip`);
  return {
    addressing: 'static',
    subnet: `${ip}/${prefix}`,
    ...buildDhcpPool(config, vlan, pointer, builder),
  };
}

function buildDhcpPool(
  config: DeviceConfig,
  vlan: Vlan,
  pointer: string,
  builder: EmissionBuilder,
): Partial<Ipv4> {
  const { ip = '', prefix = 0 } = vlan;
  const pools = config.dhcpPools.flatMap((pool, index) => (pool.vlanId === vlan.id ? [{ pool, index }] : []));
  for (const { index } of pools.slice(1))
    builder.addIssue(`dhcpPools.${index}`, 'This model supports one DHCP pool per VLAN.');
  const [first] = pools;
  if (!first) return {};
  const { index, pool } = first;
  const start = computeOffset(pool.start, ip, prefix);
  const end = computeOffset(pool.end, ip, prefix);
  if (start === undefined || end === undefined || end < start) {
    builder.addIssue(`dhcpPools.${index}`, 'The range is not within the network of the VLAN.');
    return {};
  }
  builder.noteOrigin(`${pointer}/ipv4/dhcp`, `dhcpPools.${index}`);
  builder.noteOrigin(`${pointer}/ipv4/dhcp/lease-first`, `dhcpPools.${index}.start`);
  builder.noteOrigin(`${pointer}/ipv4/dhcp/lease-count`, `dhcpPools.${index}.end`);
  builder.noteOrigin(`${pointer}/ipv4/dhcp/lease-time`, `dhcpPools.${index}.leaseMinutes`);
  builder.noteOrigin(`${pointer}/ipv4/dhcp/use-dns`, `dhcpPools.${index}.dns`);
  const lease = `${pool.leaseMinutes}m`;
  const reservations = (pool.reservations ?? []).flatMap((reservation, position) => {
    const path = `dhcpPools.${index}.reservations.${position}`;
    const offset = computeOffset(reservation.ip, ip, prefix);
    if (offset === undefined) {
      builder.addIssue(path, 'The address is not within the network of the VLAN.');
      return [];
    }
    return [
      { path, entry: { macaddr: reservation.mac, 'static-lease-offset': offset, 'lease-time': lease } },
    ];
  });
  reservations.forEach(({ path }, position) =>
    builder.noteOrigin(`${pointer}/ipv4/dhcp-leases/${position}`, path),
  );
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

/**
 * Lists the port mappings. An internal address is sent as its host part, which the device adds to its
 * downstream network.
 */
export function listPortForwards(
  config: DeviceConfig,
  pointer: string,
  builder: EmissionBuilder,
): NonNullable<Ipv4['port-forward']> {
  const entries: NonNullable<Ipv4['port-forward']> = [];
  config.portMappings?.forEach(({ internalIp, ports, protocol }, index) => {
    const host = config.vlans
      .map(({ ip, prefix }) =>
        ip === undefined || prefix === undefined ? undefined : computeOffset(internalIp, ip, prefix),
      )
      .find((offset) => offset !== undefined);
    if (host === undefined) {
      builder.addIssue(`portMappings.${index}.internalIp`, 'The address is in no network of the device.');
      return;
    }
    for (const { from, internalFrom, to } of ports) {
      builder.noteOrigin(`${pointer}/port-forward/${entries.length}`, `portMappings.${index}`);
      entries.push({
        protocol: protocol === 'all' ? 'any' : protocol,
        'external-port': formatRange(from, to),
        'internal-address': formatIpv4(host),
        'internal-port': formatRange(internalFrom, internalFrom + to - from),
      });
    }
  });
  return entries;
}

const formatRange = (from: number, to: number): string => (from === to ? `${from}` : `${from}-${to}`);

/** Returns the host part of an address in the gateway's network; undefined for an address outside it. */
function computeOffset(ip: string, gateway: string, prefix: number): number | undefined {
  const address = parseIpv4(ip);
  const gatewayAddress = parseIpv4(gateway);
  if (address === undefined || gatewayAddress === undefined) return undefined;
  const subnet = getSubnet(gatewayAddress, prefix);
  return isInSubnet(address, subnet) ? address - subnet.network : undefined;
}
