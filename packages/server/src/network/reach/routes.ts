import { formatIpv4, inSubnet, networkOf, parseIpv4, subnetOf } from '@northlight/contract/net';
import type { StaticRoute } from '@northlight/contract';
import type { ReachNetwork } from './world.ts';

/** A static route, and the network of the gateway's own in which its next hop is; undefined: outside. */
export interface ReachRoute {
  readonly name: string;
  readonly destination: number;
  readonly prefix: number;
  readonly nextHop: string;
  readonly into: string | undefined;
}

/** Wider than any network that somebody has: it takes what is meant for the internet. */
const WIDE_PREFIX = 8;

export function reachRoutes(
  routes: readonly StaticRoute[],
  networks: readonly Pick<ReachNetwork, 'ip' | 'prefix' | 'title'>[],
): ReachRoute[] {
  return routes.flatMap(({ destination, name, nextHop, prefix }) => {
    const [to, by] = [parseIpv4(destination), parseIpv4(nextHop)];
    if (to === undefined || by === undefined) return [];
    const inside = networks.find(({ ip, prefix: own }) => {
      const address = parseIpv4(ip);
      return address !== undefined && inSubnet(by, subnetOf(address, own));
    });
    return [{ name, destination: networkOf(to, prefix), prefix, nextHop, into: inside?.title }];
  });
}

/** Why what is meant for the internet does not leave by a WAN: a route sends it back inside, and nobody knows where it ends. */
export function whyDiverted(routes: readonly ReachRoute[]): string | undefined {
  const route = routes.find(({ into, prefix }) => prefix < WIDE_PREFIX && into !== undefined);
  return (
    route &&
    `The static route ${route.name} sends what is meant for the internet to ${route.nextHop} in ${route.into}.`
  );
}

/** Why answers to addresses of a network, both ends included, do not come: a narrower route takes them elsewhere. */
export function whyNotAnswered(
  routes: readonly ReachRoute[],
  { prefix, title }: Pick<ReachNetwork, 'prefix' | 'title'>,
  { first, last }: { readonly first: number; readonly last: number },
): string | undefined {
  const route = routes.find(
    (each) =>
      each.prefix > prefix && each.destination <= last && endOf(each.destination, each.prefix) >= first,
  );
  return (
    route &&
    `The static route ${route.name} takes ${formatIpv4(route.destination)}/${route.prefix} out of ${title}: answers go to ${route.nextHop}.`
  );
}

/** The last address of a network. */
export const endOf = (destination: number, prefix: number): number => destination + 2 ** (32 - prefix) - 1;
