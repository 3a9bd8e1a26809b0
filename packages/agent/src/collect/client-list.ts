import type { ClientReport } from '@northlight/contract/device-protocol';
import { getSubnet, isInSubnet, parseIpv4 } from '@northlight/contract/net';
import type { AddressRow, NeighbourRow } from '../system/json-commands.ts';
import type { ForwardingTable } from './forwarding-table.ts';
import type { Lease } from './leases.ts';

/** Time for which a new lease counts as a connected client before the kernel has seen the client. */
const FRESH_LEASE_MS = 30_000;
const PRESENT_STATES: ReadonlySet<string> = new Set(['REACHABLE', 'STALE', 'DELAY', 'PROBE', 'PERMANENT']);

export interface ClientSources {
  readonly leases: readonly Lease[];
  readonly neighbours: readonly NeighbourRow[];
  /**
   * Addresses of the gateway's interfaces, which show the VLAN of a new lease that the kernel has not seen as
   * a neighbour.
   */
  readonly addresses: readonly AddressRow[];
  readonly forwarding: ForwardingTable;
  /** LAN ports of the gateway. A client whose MAC was learned elsewhere is reported without a port. */
  readonly lan: readonly string[];
  /** Time at which each known client joined, by MAC. */
  readonly since: ReadonlyMap<string, number>;
  readonly now: number;
}

/**
 * Lists connected clients with leased or static addresses: clients that the kernel sees on a VLAN, and
 * clients with a new lease.
 */
export function listClients({
  addresses,
  forwarding,
  lan,
  leases,
  neighbours,
  now,
  since,
}: ClientSources): ClientReport[] {
  const clients = new Map<string, ClientReport>();
  const put = (mac: string, ip: string, vlan: number | undefined): void => {
    const port = forwarding.get(mac);
    const lease = leases.find((candidate) => candidate.mac === mac && candidate.ip === ip);
    clients.set(mac, {
      mac,
      ip,
      ...(lease?.name !== undefined && { name: lease.name }),
      ...(vlan !== undefined && { vlan }),
      ...(port !== undefined && lan.includes(port) && { port }),
      since: since.get(mac) ?? now,
    });
  };
  for (const { dev, dst, lladdr, state } of sortByConfirmation(neighbours, leases)) {
    const vlan = parseVlanId(dev);
    if (vlan !== undefined && lladdr !== undefined && state.some((flag) => PRESENT_STATES.has(flag)))
      put(lladdr.toLowerCase(), dst, vlan);
  }
  for (const { expires, ip, mac } of leases) {
    const valid = expires === 0 || expires > now;
    const known = since.get(mac);
    const lost = neighbours.some(
      ({ dst, state }) => dst === ip && !state.some((flag) => PRESENT_STATES.has(flag)),
    );
    const fresh = known === undefined || now - known < FRESH_LEASE_MS;
    if (valid && !lost && fresh && !clients.has(mac)) put(mac, ip, findVlanOfAddress(ip, addresses));
  }
  return [...clients.values()];
}

/**
 * Sorts neighbours so that the address that a client confirmed last comes last. The kernel also keeps the
 * earlier addresses of a client. A leased address comes after others that were confirmed at the same time.
 */
function sortByConfirmation(neighbours: readonly NeighbourRow[], leases: readonly Lease[]): NeighbourRow[] {
  const leased = new Set(leases.map(({ ip }) => ip));
  const age = ({ confirmed = Number.MAX_SAFE_INTEGER }: NeighbourRow): number => confirmed;
  return neighbours.toSorted(
    (a, b) => age(b) - age(a) || Number(leased.has(a.dst)) - Number(leased.has(b.dst)),
  );
}

/** Returns the VLAN whose subnet contains an address; undefined for an address in no VLAN. */
function findVlanOfAddress(ip: string, addresses: readonly AddressRow[]): number | undefined {
  const address = parseIpv4(ip);
  if (address === undefined) return undefined;
  for (const { addr_info, ifname } of addresses) {
    const vlan = parseVlanId(ifname);
    const isWithin = addr_info.some(({ local, prefixlen }) => {
      const own = parseIpv4(local);
      return own !== undefined && isInSubnet(address, getSubnet(own, prefixlen));
    });
    if (vlan !== undefined && isWithin) return vlan;
  }
  return undefined;
}

function parseVlanId(device: string): number | undefined {
  const id = /^vlan(\d{1,4})$/.exec(device)?.[1];
  return id === undefined ? undefined : Number(id);
}

/**
 * Returns the difference between two client lists. Changed byte counters count as an update only with
 * `traffic`.
 */
export function diffClients(
  before: ReadonlyMap<string, ClientReport>,
  after: readonly ClientReport[],
  traffic = false,
): { join: ClientReport[]; upd: ClientReport[]; leave: string[] } {
  const present = new Set(after.map(({ mac }) => mac));
  return {
    join: after.filter(({ mac }) => !before.has(mac)),
    upd: after.filter((client) => {
      const old = before.get(client.mac);
      return (
        old !== undefined &&
        (old.ip !== client.ip ||
          old.port !== client.port ||
          old.name !== client.name ||
          old.vlan !== client.vlan ||
          old.ssid !== client.ssid ||
          old.band !== client.band ||
          (traffic && (old.rxBytes !== client.rxBytes || old.txBytes !== client.txBytes)))
      );
    }),
    leave: [...before.keys()].filter((mac) => !present.has(mac)),
  };
}
