import type { ConfigStaticRoute } from '@northlight/contract/device-protocol';
import { encodeIp, encodeNetwork, EncodingRefused } from '../system/encode.ts';
import type { RouteRow } from '../system/json-commands.ts';
import type { PlanStep } from '../system/plan-step.ts';

/** The routing protocol number by which our routes are told from all others (free in iproute2's rt_protos). */
export const STATIC_ROUTE_PROTOCOL = '157';

export interface StaticRoute {
  readonly destination: string;
  readonly prefix: number;
  readonly nextHop: string;
  /** Where it stands in the configuration. */
  readonly path: string;
}

/** Encodes; refuses two ways to one network. */
export function renderStaticRoutes(routes: readonly ConfigStaticRoute[]): StaticRoute[] {
  const taken = new Set<string>();
  return routes.map(({ destination, nextHop, prefix }, index) => {
    const path = `staticRoutes.${index}`;
    const network = encodeNetwork(destination, prefix, `${path}.destination`);
    if (taken.has(network)) throw new EncodingRefused(`${path}.destination`, 'a network of its own');
    taken.add(network);
    return { destination, prefix, nextHop: encodeIp(nextHop, `${path}.nextHop`), path };
  });
}

const keyOf = (destination: string, gateway: string | undefined): string => `${destination} ${gateway ?? ''}`;

/** A way to everywhere is taken only while the WAN knows none: its own route has metric 0. */
const LAST_RESORT_METRIC = '1000';

/** As `ip` prints it: without the length for a single host, and `default` for everywhere. */
function printed({ destination, prefix }: StaticRoute): string {
  if (prefix === 0) return 'default';
  return prefix === 32 ? destination : `${destination}/${prefix}`;
}

/** Takes away what is ours and not wanted any more, then puts the rest; what is there stays untouched. */
export function planRoutes(now: readonly RouteRow[], routes: readonly StaticRoute[]): PlanStep[] {
  const wanted = new Set(routes.map((route) => keyOf(printed(route), route.nextHop)));
  const there = new Set(now.map(({ dst, gateway }) => keyOf(dst, gateway)));
  const gone = now.filter(({ dst, gateway }) => !wanted.has(keyOf(dst, gateway)));
  return [
    ...gone.map(({ dst }): PlanStep => ({
      argv: ['ip', 'route', 'delete', dst, 'proto', STATIC_ROUTE_PROTOCOL],
    })),
    ...routes
      .filter((route) => !there.has(keyOf(printed(route), route.nextHop)))
      .map(({ destination, nextHop, path, prefix }): PlanStep => ({
        argv: [
          'ip',
          'route',
          'replace',
          `${destination}/${prefix}`,
          'via',
          nextHop,
          'proto',
          STATIC_ROUTE_PROTOCOL,
          ...(prefix === 0 ? ['metric', LAST_RESORT_METRIC] : []),
        ],
        path: `${path}.nextHop`,
      })),
  ];
}

/** The routes that are not there, as sentences. */
export const missingRoutes = (now: readonly RouteRow[], routes: readonly StaticRoute[]): string[] =>
  planRoutes(now, routes).length === 0 ? [] : ['The static routes are not as they should be.'];
