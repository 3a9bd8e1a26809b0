import { formatIpv4, isInSubnet, getNetworkAddress, parseIpv4, getSubnet } from '@northlight/contract/net';
import type { StaticRoute } from '@northlight/contract';
import type { ReachNetwork } from './world.ts';

/**
 * A static route. `into` is the gateway's own network that contains the next hop; undefined when the next hop
 * is outside.
 */
export interface ReachRoute {
  readonly name: string;
  readonly destination: number;
  readonly prefix: number;
  readonly nextHop: string;
  readonly into: string | undefined;
}

/** Prefix length below which a route also matches internet traffic. */
const WIDE_PREFIX = 8;

export function listReachRoutes(
  routes: readonly StaticRoute[],
  networks: readonly Pick<ReachNetwork, 'ip' | 'prefix' | 'title'>[],
): ReachRoute[] {
  return routes.flatMap(({ destination, name, nextHop, prefix }) => {
    const [to, by] = [parseIpv4(destination), parseIpv4(nextHop)];
    if (to === undefined || by === undefined) return [];
    const inside = networks.find(({ ip, prefix: own }) => {
      const address = parseIpv4(ip);
      return address !== undefined && isInSubnet(by, getSubnet(address, own));
    });
    return [{ name, destination: getNetworkAddress(to, prefix), prefix, nextHop, into: inside?.title }];
  });
}

/**
 * Returns the reason why internet traffic fails: a wide route sends it to a next hop inside the networks
 * instead of a WAN port; undefined without such a route.
 */
export function explainDivertingRoute(routes: readonly ReachRoute[]): string | undefined {
  const route = routes.find(({ into, prefix }) => prefix < WIDE_PREFIX && into !== undefined);
  return (
    route && `The static route ${route.name} sends internet traffic to ${route.nextHop} in ${route.into}.`
  );
}

/**
 * Returns the reason why replies fail: a narrower route sends replies to addresses of the network (both ends
 * included) elsewhere; undefined without such a route.
 */
export function explainNoAnswer(
  routes: readonly ReachRoute[],
  { prefix, title }: Pick<ReachNetwork, 'prefix' | 'title'>,
  { first, last }: { readonly first: number; readonly last: number },
): string | undefined {
  const route = routes.find(
    (each) =>
      each.prefix > prefix &&
      each.destination <= last &&
      computeLastAddress(each.destination, each.prefix) >= first,
  );
  return (
    route &&
    `The static route ${route.name} sends replies to ${formatIpv4(route.destination)}/${route.prefix}, a part of ${title}, to ${route.nextHop}.`
  );
}

export const computeLastAddress = (destination: number, prefix: number): number =>
  destination + 2 ** (32 - prefix) - 1;
