import type { ClientReport, DeviceConfig, DhcpPoolStat } from '@northlight/contract/device-protocol';
import { formatIpv4, parseIpv4 } from '@northlight/contract/net';

type Pool = DeviceConfig['dhcpPools'][number];

/** A present client and the running configuration of the device that it is connected to. */
export interface ConnectedClient {
  readonly report: ClientReport;
  readonly config: DeviceConfig;
}

interface Lease {
  readonly address: number;
  readonly expires: number;
}

/** PVID of a switch port with factory settings. */
const FACTORY_PVID = 1;

/**
 * VLANs and addresses of a site's clients. A client is in the VLAN of its Wi-Fi network or switch port, and has an
 * address only if the gateway's DHCP pool has one for it.
 */
export class ClientNetworks {
  /** Leases by VLAN and MAC. */
  readonly #leases = new Map<number, Map<string, Lease>>();
  #pools: readonly Pool[] = [];

  /** Leases addresses to the present clients by the running configuration of the gateway. */
  update(gateway: DeviceConfig, clients: Iterable<ConnectedClient>, now: number): void {
    this.#pools = gateway.dhcpPools;
    for (const vlanId of this.#leases.keys())
      if (!this.#pools.some((pool) => pool.vlanId === vlanId)) this.#leases.delete(vlanId);
    for (const pool of this.#pools) this.#endLeases(pool, now);
    if (this.#pools.length === 0) return;
    for (const { config, report } of clients) this.#renew(report, findVlan(report, config), now);
  }

  /**
   * Returns the report of a client with its VLAN and address. A client that no pool has an address for assigns itself
   * one, as computers and phones do.
   */
  describe({ config, report }: ConnectedClient): ClientReport {
    const { vlan: ownVlan, ...rest } = report;
    const vlan = findVlan(report, config);
    if (vlan === undefined) return report;
    const keepsAddress = vlan === ownVlan && !this.#findPool(vlan);
    if (keepsAddress) return report;
    return { ...rest, vlan, ip: this.#findAddress(vlan, report.mac) ?? assignOwnAddress(report.mac) };
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

  #renew({ ip, mac }: ClientReport, vlan: number | undefined, now: number): void {
    const pool = vlan === undefined ? undefined : this.#findPool(vlan);
    if (!pool) return;
    let leases = this.#leases.get(pool.vlanId);
    if (!leases) this.#leases.set(pool.vlanId, (leases = new Map()));
    const address = leases.get(mac)?.address ?? this.#findFreeAddress(pool, mac, parseIpv4(ip ?? ''));
    if (address !== undefined) leases.set(mac, { address, expires: now + pool.leaseMinutes * 60_000 });
  }

  /** Returns the reserved address of a client, its preferred one if that is free, or the first free one. */
  #findFreeAddress(pool: Pool, mac: string, preferred: number | undefined): number | undefined {
    const reserved = pool.reservations?.find((each) => each.mac === mac);
    if (reserved) return parseIpv4(reserved.ip);
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

  #findPool(vlan: number): Pool | undefined {
    return this.#pools.find(({ vlanId }) => vlanId === vlan);
  }

  #findAddress(vlan: number, mac: string): string | undefined {
    const lease = this.#leases.get(vlan)?.get(mac);
    return lease && formatIpv4(lease.address);
  }
}

/** Returns the VLAN that the Wi-Fi network or switch port puts the client into, otherwise that of the site's wiring. */
function findVlan({ port, ssid, vlan }: ClientReport, { ports, wireless }: DeviceConfig): number | undefined {
  if (ssid !== undefined) {
    const wlans = wireless?.wlans ?? [];
    return wlans.find((each) => each.ssid === ssid)?.vlanId ?? vlan;
  }
  const pvid = ports?.find(({ id }) => id === port)?.pvid;
  return pvid === undefined || pvid === FACTORY_PVID ? vlan : pvid;
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
