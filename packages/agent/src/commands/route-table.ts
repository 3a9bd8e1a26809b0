import type { TableRoute } from '@northlight/contract/device-protocol';
import { parseIpv4 } from '@northlight/contract/net';
import { type RouteRow, readRoutes } from '../system/json-commands.ts';
import type { RunProgram } from '../system/run.ts';
import { UPLINK_ROUTE_PROTOCOL } from '../system/uplink.ts';
import type { CommandHandler } from './command-handler.ts';

const MAX_ROUTES = 1_000;

export interface RouteOrigins {
  /** Names of the interfaces that lead to the internet. */
  readonly wan: readonly string[];
  /** Protocol number of static routes in the output of `ip`. */
  readonly staticProtocol: string;
}

/** Creates the handler that returns the device's main routing table. */
export const createRouteTableHandler =
  (run: RunProgram, origins: RouteOrigins): CommandHandler<'route-table'> =>
  async () => ({ routes: toTable(await readRoutes(run), origins) });

export function toTable(rows: readonly RouteRow[], origins: RouteOrigins): TableRoute[] {
  return rows.slice(0, MAX_ROUTES).flatMap((row): TableRoute[] => {
    const [destination = '', length = '32'] = (row.dst === 'default' ? '0.0.0.0/0' : row.dst).split('/');
    if (parseIpv4(destination) === undefined) return [];
    return [
      {
        destination,
        prefix: Number(length),
        ...(row.gateway !== undefined && { nextHop: row.gateway }),
        ...(row.dev !== undefined && { port: row.dev }),
        origin: getRouteOrigin(row, origins),
        ...(row.metric !== undefined && { metric: row.metric }),
      },
    ];
  });
}

function getRouteOrigin(
  { dev, gateway, protocol }: RouteRow,
  { staticProtocol, wan }: RouteOrigins,
): TableRoute['origin'] {
  if (protocol === staticProtocol) return 'static';
  if (protocol === UPLINK_ROUTE_PROTOCOL) return 'wan';
  if (gateway === undefined && protocol === 'kernel') return 'connected';
  return dev !== undefined && gateway !== undefined && wan.includes(dev) ? 'wan' : 'other';
}
