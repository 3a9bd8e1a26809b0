import type { ConfigDhcpPool, DeviceLease } from '@northlight/contract/device-protocol';
import { parseIpv4 } from '@northlight/contract/net';

interface Restoration {
  /** Pools of the configuration that runs. */
  readonly pools: readonly ConfigDhcpPool[];
  /** Leases that the device has; they take precedence. */
  readonly present: readonly Pick<DeviceLease, 'ip' | 'mac'>[];
  readonly now: number;
}

/**
 * Returns the leases that a gateway takes over: not expired, inside a pool, at no address that is reserved for another
 * client, and one for each client and address. The others are left out, each on its own.
 */
export function selectLeases(
  offered: readonly DeviceLease[],
  { now, pools, present }: Restoration,
): DeviceLease[] {
  const ranges = pools.map(({ end, start }) => [parseIpv4(start) ?? 0, parseIpv4(end) ?? -1] as const);
  const reservations = pools.flatMap(({ reservations: own = [] }) => own);
  const reservedIps = new Map(reservations.map(({ ip, mac }) => [ip, mac] as const));
  const reservedMacs = new Map(reservations.map(({ ip, mac }) => [mac, ip] as const));
  const ips = new Set(present.map(({ ip }) => ip));
  const macs = new Set(present.map(({ mac }) => mac));
  return offered.filter(({ expiresAt, ip, mac }) => {
    const address = parseIpv4(ip);
    const isOpen = expiresAt === 0 || expiresAt > now;
    const isInPool = address !== undefined && ranges.some(([from, to]) => address >= from && address <= to);
    const isOwn = (reservedIps.get(ip) ?? mac) === mac && (reservedMacs.get(mac) ?? ip) === ip;
    if (!isOpen || !isInPool || !isOwn || ips.has(ip) || macs.has(mac)) return false;
    ips.add(ip);
    macs.add(mac);
    return true;
  });
}
