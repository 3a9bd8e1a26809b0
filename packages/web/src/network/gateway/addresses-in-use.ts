import type { DhcpPool, OnlineClient } from '@northlight/contract';
import { parseIpv4 } from '@northlight/contract/net';

/** Returns the number of distinct addresses of a pool that clients use, including reserved addresses outside its range. */
export function listAddressesInUse(
  { end, reservations = [], start }: Pick<DhcpPool, 'end' | 'reservations' | 'start'>,
  clients: readonly Pick<OnlineClient, 'ip'>[],
): number {
  const [from, to] = [parseIpv4(start) ?? 0, parseIpv4(end) ?? -1];
  const reserved = new Set(reservations.map(({ ip }) => parseIpv4(ip)));
  const held = clients.flatMap(({ ip }) => (ip === undefined ? [] : [parseIpv4(ip)]));
  const own = held.filter(
    (address) => address !== undefined && ((address >= from && address <= to) || reserved.has(address)),
  );
  return new Set(own).size;
}
