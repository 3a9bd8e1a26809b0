import { readFile } from 'node:fs/promises';
import { MAX_WAN_DNS, type WanStat } from '@northlight/contract/device-protocol';
import { parseIpv4 } from '@northlight/contract/net';
import {
  type AddressRow,
  type LinkRow,
  readAddresses,
  readLinks,
  readRoutes,
  type RouteRow,
} from '../system/json-commands.ts';
import type { RunProgram } from '../system/run.ts';
import { MAX_PPPOE_LINES, nameLineDevice } from './wans.ts';

const RESOLV_CONF = '/etc/resolv.conf';

export interface WanSources {
  readonly wan: readonly string[];
  readonly addresses: readonly AddressRow[];
  readonly links: readonly LinkRow[];
  /** Default routes of the main table. */
  readonly routes: readonly RouteRow[];
  /** Text of a resolv.conf by WAN port; managed WANs have their own. */
  readonly resolvers: ReadonlyMap<string, string>;
  /** Text of the machine's resolv.conf, for a WAN in use that has no file of its own. */
  readonly machineResolver: string;
}

/** Returns the IPv4 name servers of a resolv.conf. */
export const parseNameServers = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) => /^nameserver\s+(\S+)/.exec(line)?.[1] ?? [])
    .filter((server) => parseIpv4(server) !== undefined)
    .slice(0, MAX_WAN_DNS);

/**
 * State of a WAN port, and the interface that carries its traffic if it has an address. */
export interface WanReadout {
  readonly stat: WanStat;
  readonly device: string | undefined;
}

/** Describes each WAN port. The port in use has the default route with the lowest metric among ports with a
 * link.
 */
export function describeWans({
  addresses,
  links,
  machineResolver,
  resolvers,
  routes,
  wan,
}: WanSources): WanReadout[] {
  const states = wan.map((id, index) => {
    const up = links.some(({ flags, ifname }) => ifname === id && flags.includes('LOWER_UP'));
    const devices = listDevices(id, index);
    const found = devices
      .flatMap((device) => addresses.filter(({ ifname }) => ifname === device))
      .find(({ addr_info: [first] }) => first !== undefined);
    const route = routes
      .filter(({ dev }) => dev !== undefined && devices.includes(dev))
      .toSorted((one, other) => (one.metric ?? 0) - (other.metric ?? 0))[0];
    return { id, up, found, route };
  });
  const active = states
    .filter(({ found, route, up }) => up && found && route)
    .toSorted((one, other) => (one.route?.metric ?? 0) - (other.route?.metric ?? 0))[0];
  return states.map(({ found, id, route, up }) => {
    const inUse = active?.id === id;
    const [address] = found?.addr_info ?? [];
    if (!address) return { device: undefined, stat: { id, up, inUse } };
    const dns = parseNameServers(resolvers.get(id) ?? (inUse ? machineResolver : ''));
    const stat: WanStat = {
      id,
      up,
      inUse,
      ip: address.local,
      prefix: address.prefixlen,
      ...(route?.gateway !== undefined &&
        parseIpv4(route.gateway) !== undefined && { gateway: route.gateway }),
      ...(dns.length > 0 && { dns }),
    };
    return { device: found?.ifname, stat };
  });
}

/** Lists the interfaces with the traffic of a WAN port: its PPPoE lines, otherwise the port itself. */
const listDevices = (port: string, index: number): string[] => [
  ...Array.from({ length: MAX_PPPOE_LINES }, (_, line) => nameLineDevice(index, line)),
  port,
];

export async function readWans(
  wan: readonly string[],
  resolvFile: (port: string) => string,
  run: RunProgram,
): Promise<WanReadout[]> {
  const [addresses, links, routes, machineResolver] = await Promise.all([
    readAddresses(run),
    readLinks(run),
    readRoutes(run, 'default'),
    run(['cat', RESOLV_CONF]).catch(() => ''),
  ]);
  const resolvers = new Map<string, string>();
  for (const port of wan) {
    const text = await readFile(resolvFile(port), 'utf8').catch(() => undefined);
    if (text !== undefined) resolvers.set(port, text);
  }
  return describeWans({ wan, addresses, links, routes, resolvers, machineResolver });
}
