import type { ConfigStaticRoute } from '@northlight/contract/device-protocol';
import { encodeIp, encodeNetwork, EncodingRefused } from '../system/encode.ts';
import type { RouteRow } from '../system/json-commands.ts';
import type { PlanStep } from '../system/plan-step.ts';

/** Routing protocol number that marks the agent's static routes (unused in iproute2's rt_protos). */
export const STATIC_ROUTE_PROTOCOL = '157';

export interface StaticRoute {
  readonly destination: string;
  readonly prefix: number;
  readonly nextHop: string;
  /** Path of the route in the configuration. */
  readonly path: string;
}

/** Encodes static routes; throws when two have the same destination. */
export function renderStaticRoutes(routes: readonly ConfigStaticRoute[]): StaticRoute[] {
  const taken = new Set<string>();
  return routes.map(({ destination, nextHop, prefix }, index) => {
    const path = `staticRoutes.${index}`;
    const network = encodeNetwork(destination, prefix, `${path}.destination`);
    if (taken.has(network))
      throw new EncodingRefused(`${path}.destination`, 'unique: another route has this destination');
    taken.add(network);
    return { destination, prefix, nextHop: encodeIp(nextHop, `${path}.nextHop`), path };
  });
}

const toRouteKey = (destination: string, gateway: string | undefined): string =>
  `${destination} ${gateway ?? ''}`;

/**
 * Metric of a static default route, which is used only while no WAN has a default route (metrics below 1000).
 */
const LAST_RESORT_METRIC = '1000';

/**
 * Returns the destination in the notation of `ip`: without prefix length for a host, `default` for 0.0.0.0/0.
 */
function formatAsPrinted({ destination, prefix }: StaticRoute): string {
  if (prefix === 0) return 'default';
  return prefix === 32 ? destination : `${destination}/${prefix}`;
}

/**
 * Plans to delete the agent's routes that are no longer configured and to add missing ones. Existing routes
 * are not changed.
 */
export function planRoutes(now: readonly RouteRow[], routes: readonly StaticRoute[]): PlanStep[] {
  const desired = new Set(routes.map((route) => toRouteKey(formatAsPrinted(route), route.nextHop)));
  const existing = new Set(now.map(({ dst, gateway }) => toRouteKey(dst, gateway)));
  const obsolete = now.filter(({ dst, gateway }) => !desired.has(toRouteKey(dst, gateway)));
  return [
    ...obsolete.map(({ dst }): PlanStep => ({
      argv: ['ip', 'route', 'delete', dst, 'proto', STATIC_ROUTE_PROTOCOL],
    })),
    ...routes
      .filter((route) => !existing.has(toRouteKey(formatAsPrinted(route), route.nextHop)))
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

/** Returns one sentence if static routes are missing or superfluous; empty otherwise. */
export const findMissingRoutes = (now: readonly RouteRow[], routes: readonly StaticRoute[]): string[] =>
  planRoutes(now, routes).length === 0 ? [] : ['The static routes differ from the configuration.'];
