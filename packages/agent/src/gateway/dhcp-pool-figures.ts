import type { ConfigDhcpPool, DhcpPoolStat } from '@northlight/contract/device-protocol';
import { parseIpv4 } from '@northlight/contract/net';
import type { Lease } from '../collect/leases.ts';

/**
 * Counts the leased and reserved addresses of each pool. A reserved address counts also while its client is
 * absent, because the server assigns it to no other client.
 */
export function countPoolAddresses(
  pools: readonly ConfigDhcpPool[],
  leases: readonly Lease[],
  now: number,
): DhcpPoolStat[] {
  const leased = leases.filter(({ expires }) => expires === 0 || expires > now).map(({ ip }) => ip);
  return pools.map(({ end, reservations = [], start, vlanId }) => {
    const [from, to] = [parseIpv4(start) ?? 0, parseIpv4(end) ?? -1];
    const used = new Set(
      [...leased, ...reservations.map(({ ip }) => ip)]
        .map((ip) => parseIpv4(ip) ?? -1)
        .filter((address) => address >= from && address <= to),
    );
    return { vlanId, addresses: to - from + 1, used: used.size };
  });
}
