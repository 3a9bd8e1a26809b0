import { formatIpv4, getNetworkAddress, parseIpv4 } from '@northlight/contract/net';
import type { TableRoute } from '@northlight/contract/device-protocol';

/** The parts of a configuration that lead to routes. */
export interface RoutedConfig {
  readonly vlans: readonly {
    readonly id: number;
    readonly ip?: string | undefined;
    readonly prefix?: number | undefined;
  }[];
  readonly staticRoutes?:
    | readonly { readonly destination: string; readonly nextHop: string; readonly prefix: number }[]
    | undefined;
}

/** A default route by a WAN port. A point-to-point line (PPPoE) has no gateway. */
export interface DefaultRoute {
  readonly port: string;
  readonly gateway?: string | undefined;
}

/** Lists the routes of a simulated gateway: by its WAN ports, to its own networks, and its static routes. */
export function listRoutes(
  { staticRoutes = [], vlans }: RoutedConfig,
  defaultRoutes: readonly DefaultRoute[],
): TableRoute[] {
  const defaults = defaultRoutes.map(({ gateway, port }): TableRoute => ({
    destination: '0.0.0.0',
    prefix: 0,
    ...(gateway !== undefined && { nextHop: gateway }),
    port,
    origin: 'wan',
  }));
  const connected = vlans.flatMap(({ id, ip, prefix }) =>
    ip === undefined || prefix === undefined
      ? []
      : [
          {
            destination: formatIpv4(getNetworkAddress(parseIpv4(ip) ?? 0, prefix)),
            prefix,
            port: `vlan${id}`,
            origin: 'connected' as const,
          },
        ],
  );
  const routed = staticRoutes.map(({ destination, nextHop, prefix }) => {
    const network = connected.find((each) => isInNetwork(nextHop, each));
    return {
      destination,
      prefix,
      nextHop,
      ...(network && { port: network.port }),
      origin: 'static' as const,
    };
  });
  return [...defaults, ...connected, ...routed];
}

const isInNetwork = (
  ip: string,
  { destination, prefix }: { readonly destination: string; readonly prefix: number },
): boolean => formatIpv4(getNetworkAddress(parseIpv4(ip) ?? 0, prefix)) === destination;
