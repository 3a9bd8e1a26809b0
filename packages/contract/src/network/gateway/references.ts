import { isInSubnet, parseIpv4, getSubnet } from '../../net/index.ts';
import type { GatewayConfig, Vlan } from './schema.ts';

/** An item that depends on a VLAN, with its title: `DHCP pool guests`. */
export interface VlanReference {
  readonly kind: 'dhcpPools' | 'staticRoutes' | 'portMappings';
  readonly name: string;
  readonly title: string;
}

/** Returns the items that depend on a VLAN: its pool, routes with a next hop in it, mappings to a host in it. */
export function findVlanReferences(
  config: GatewayConfig,
  vlan: Pick<Vlan, 'id' | 'ip' | 'prefix'>,
): VlanReference[] {
  const own = parseIpv4(vlan.ip);
  const network = own === undefined ? undefined : getSubnet(own, vlan.prefix);
  const isInside = (address: string): boolean => {
    const parsed = parseIpv4(address);
    return network !== undefined && parsed !== undefined && isInSubnet(parsed, network);
  };
  return [
    ...config.dhcpPools
      .filter(({ vlanId }) => vlanId === vlan.id)
      .map(({ name }) => ({ kind: 'dhcpPools' as const, name, title: `DHCP pool ${name}` })),
    ...(config.staticRoutes ?? [])
      .filter(({ nextHop }) => isInside(nextHop))
      .map(({ name }) => ({ kind: 'staticRoutes' as const, name, title: `Static route ${name}` })),
    ...(config.portMappings ?? [])
      .filter(({ internalIp }) => isInside(internalIp))
      .map(({ name }) => ({ kind: 'portMappings' as const, name, title: `Port mapping ${name}` })),
  ];
}
