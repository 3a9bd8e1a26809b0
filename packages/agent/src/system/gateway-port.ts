import { parseBridgeFdb } from '../collect/forwarding-table.ts';
import { readNeighbours, readRoutes } from './json-commands.ts';
import type { RunProgram } from './run.ts';

/** The default gateway of the device, and the bridge port behind which it is. */
export interface GatewayPort {
  readonly mac: string;
  /** Undefined while the bridge has not learned the address. */
  readonly port: string | undefined;
}

/** Finds the default gateway in a bridged network; undefined without a route or an ARP entry. */
export async function findGatewayPort(run: RunProgram): Promise<GatewayPort | undefined> {
  const [route] = await readRoutes(run, 'default');
  if (route?.gateway === undefined) return undefined;
  const neighbour = (await readNeighbours(run)).find(
    ({ dev, dst }) => dst === route.gateway && dev === route.dev,
  );
  if (neighbour?.lladdr === undefined) return undefined;
  const mac = neighbour.lladdr.toLowerCase();
  return { mac, port: parseBridgeFdb(await run(['bridge', '-j', 'fdb', 'show'])).get(mac) };
}
