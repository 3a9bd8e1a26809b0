import type { ClientReport, DeviceConfig, DhcpPoolStat } from '@northlight/contract/device-protocol';
import { formatIpv4, parseIpv4 } from '@northlight/contract/net';

type Pool = DeviceConfig['dhcpPools'][number];

/** VLANs of a client: at its device, and at the gateway; undefined if they are unknown, or its frames do not arrive. */
export interface ClientPlace {
  readonly vlan: number | undefined;
  readonly network: number | undefined;
}

/** A present client. */
export interface ConnectedClient extends ClientPlace {
  readonly report: ClientReport;
}

interface Lease {
  readonly address: number;
  readonly expires: number;
}

/** Addresses of a site's clients: a client has one only if the gateway's DHCP pool has one for it. */
export class ClientNetworks {
  /** Leases by VLAN and MAC. */
  readonly #leases = new Map<number, Map<string, Lease>>();
  /** Clients that have had a lease. */
  readonly #served = new Set<string>();
  #pools: readonly Pool[] = [];

  /** Leases addresses to the present clients by the running configuration of the gateway. */
  update(gateway: DeviceConfig, clients: Iterable<ConnectedClient>, now: number): void {
    this.#pools = gateway.dhcpPools;
    for (const vlanId of this.#leases.keys())
      if (!this.#pools.some((pool) => pool.vlanId === vlanId)) this.#leases.delete(vlanId);
    for (const pool of this.#pools) this.#endLeases(pool, now);
    if (this.#pools.length === 0) return;
    for (const { network, report } of clients) this.#renew(report, network, now);
  }

  /**
   * Returns the report of a client with its VLAN and address. A client that no pool has an address for assigns itself
   * one, as computers and phones do; one that never had a lease keeps its own address in its VLAN. A
   * client at a port without a VLAN has none.
   */
  describe({ network, report, vlan }: ConnectedClient): ClientReport {
    const { vlan: ownVlan, ...rest } = report;
    const isInOwnVlan = vlan === undefined || vlan === ownVlan;
    if (isInOwnVlan && !this.#findPool(network) && !this.#served.has(report.mac)) return report;
    return {
      ...rest,
      ...(vlan !== undefined && { vlan }),
      ip: this.#findAddress(network, report.mac) ?? assignOwnAddress(report.mac),
    };
  }

  /** Returns the use of each pool. */
  report(): DhcpPoolStat[] {
    return this.#pools.map((pool) => ({
      vlanId: pool.vlanId,
      addresses: countAddresses(pool),
      used: Math.min(countAddresses(pool), this.#listTaken(pool).size),
    }));
  }

  /** Ends expired leases, and those of addresses that are no longer in the pool. */
  #endLeases(pool: Pool, now: number): void {
    const leases = this.#leases.get(pool.vlanId) ?? new Map<string, Lease>();
    const [start, end] = getRange(pool);
    const reserved = new Set((pool.reservations ?? []).map(({ ip }) => parseIpv4(ip)));
    for (const [mac, { address, expires }] of leases) {
      const belongs = (address >= start && address <= end) || reserved.has(address);
      if (expires <= now || !belongs) leases.delete(mac);
    }
  }

  #renew({ ip, mac }: ClientReport, network: number | undefined, now: number): void {
    const pool = this.#findPool(network);
    if (!pool) return;
    let leases = this.#leases.get(pool.vlanId);
    if (!leases) this.#leases.set(pool.vlanId, (leases = new Map()));
    const reserved = pool.reservations?.find((each) => each.mac === mac);
    const address = reserved
      ? parseIpv4(reserved.ip)
      : (leases.get(mac)?.address ?? this.#findFreeAddress(pool, parseIpv4(ip ?? '')));
    if (address === undefined) return;
    leases.set(mac, { address, expires: now + pool.leaseMinutes * 60_000 });
    this.#served.add(mac);
  }

  /** Returns the preferred address of a client if it is free, or the first free one. */
  #findFreeAddress(pool: Pool, preferred: number | undefined): number | undefined {
    const taken = this.#listTaken(pool);
    const [start, end] = getRange(pool);
    if (preferred !== undefined && preferred >= start && preferred <= end && !taken.has(preferred))
      return preferred;
    for (let address = start; address <= end; address++) if (!taken.has(address)) return address;
    return undefined;
  }

  /** Returns the leased and reserved addresses of a pool's range. */
  #listTaken(pool: Pool): ReadonlySet<number> {
    const [start, end] = getRange(pool);
    const leased = [...(this.#leases.get(pool.vlanId)?.values() ?? [])].map(({ address }) => address);
    const reserved = (pool.reservations ?? []).map(({ ip }) => parseIpv4(ip) ?? -1);
    return new Set([...leased, ...reserved].filter((address) => address >= start && address <= end));
  }

  #findPool(vlan: number | undefined): Pool | undefined {
    return this.#pools.find(({ vlanId }) => vlanId === vlan);
  }

  #findAddress(vlan: number | undefined, mac: string): string | undefined {
    const lease = vlan === undefined ? undefined : this.#leases.get(vlan)?.get(mac);
    return lease && formatIpv4(lease.address);
  }
}

/** Returns an address of the link-local range (RFC 3927) that depends on the MAC. */
function assignOwnAddress(mac: string): string {
  const [third = 0, fourth = 0] = mac
    .split(':')
    .slice(-2)
    .map((byte) => Number.parseInt(byte, 16));
  return `169.254.${1 + (third % 254)}.${fourth}`;
}

const getRange = ({ end, start }: Pool): readonly [number, number] => [
  parseIpv4(start) ?? 0,
  parseIpv4(end) ?? -1,
];

function countAddresses(pool: Pool): number {
  const [start, end] = getRange(pool);
  return end - start + 1;
}
