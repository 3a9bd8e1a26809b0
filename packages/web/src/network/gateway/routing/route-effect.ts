import {
  type InsideNetwork,
  listInsideNetworks,
  type NetworkConfig,
  type StaticRoute,
} from '@northlight/contract';
import { formatIpv4, getNetworkAddress, getSubnet, isInSubnet, parseIpv4 } from '@northlight/contract/net';

type Networks = Pick<NetworkConfig, 'lan' | 'vlans'>;

/** Returns the network of the gateway that contains the next hop; undefined for a router behind a WAN port. */
export function findNextHopNetwork(nextHop: string, config: Networks): InsideNetwork | undefined {
  const address = parseIpv4(nextHop.trim());
  if (address === undefined) return undefined;
  return listInsideNetworks(config).find(({ ip, prefix }) => {
    const own = parseIpv4(ip);
    return own !== undefined && isInSubnet(address, getSubnet(own, prefix));
  });
}

/** Formats the address range of a network: `10.10.40.0/24`. */
export function formatNetworkRange({ ip, prefix }: Pick<InsideNetwork, 'ip' | 'prefix'>): string {
  const own = parseIpv4(ip);
  return own === undefined ? `${ip}/${prefix}` : `${formatIpv4(getNetworkAddress(own, prefix))}/${prefix}`;
}

/** Formats the name of a network: `LAN`, `VLAN 40 Cameras`. */
export const formatNetworkName = ({ name, title }: Pick<InsideNetwork, 'name' | 'title'>): string =>
  title.startsWith('VLAN') ? `${title} ${name}`.trim() : name;

/** Describes what a route does; undefined until its addresses are complete. */
export function describeRouteEffect(
  { destination, nextHop, prefix }: Pick<StaticRoute, 'destination' | 'nextHop' | 'prefix'>,
  config: Networks,
): string | undefined {
  if (parseIpv4(destination.trim()) === undefined || parseIpv4(nextHop.trim()) === undefined)
    return undefined;
  const traffic = prefix === 0 ? 'All other traffic' : `Traffic for ${destination.trim()}/${prefix}`;
  const network = findNextHopNetwork(nextHop, config);
  const place = network ? formatNetworkName(network) : 'the network of a WAN port';
  return `${traffic} goes to the router ${nextHop.trim()} in ${place}.`;
}
