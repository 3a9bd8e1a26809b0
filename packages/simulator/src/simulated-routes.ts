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
  readonly wan?:
    | readonly (
        | { readonly mode: 'static'; readonly port: string; readonly gateway: string }
        | { readonly mode: 'dhcp' | 'pppoe' }
      )[]
    | undefined;
}

/** Route by which a gateway without a fixed WAN address reaches the internet: the gateway of its ISP. */
const DEFAULT_ROUTE = { destination: '0.0.0.0', prefix: 0, nextHop: '100.64.0.1', origin: 'wan' } as const;

/**
 * Lists the routes of a simulated gateway with this configuration. `wanPort` is its first WAN port; without one
 * it has no default route.
 */
export function listRoutes(
  { staticRoutes = [], vlans, wan = [] }: RoutedConfig,
  wanPort: string | undefined,
): TableRoute[] {
  const fixed = wan.flatMap((each) =>
    each.mode === 'static'
      ? [
          {
            destination: '0.0.0.0',
            prefix: 0,
            nextHop: each.gateway,
            port: each.port,
            origin: 'wan' as const,
          },
        ]
      : [],
  );
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
  const routed = staticRoutes.map(({ destination, nextHop, prefix }) => ({
    destination,
    prefix,
    nextHop,
    origin: 'static' as const,
  }));
  // Uses the default route of the factory, unless a WAN has a static address.
  const defaultRoutes =
    fixed.length > 0 || wanPort === undefined ? fixed : [{ ...DEFAULT_ROUTE, port: wanPort }];
  return [...defaultRoutes, ...connected, ...routed];
}
