import { type DeviceDetail, type DeviceDhcpPool, type DhcpPool, getDeviceState } from '@northlight/contract';
import { parseIpv4 } from '@northlight/contract/net';
import { formatCount } from '../../../kit/format/index.ts';

/** Use of a DHCP pool in the last report of the gateway. */
export interface PoolUse extends DeviceDhcpPool {
  /** Time at which the gateway counted the addresses. */
  readonly at: string;
  /** False while the gateway is offline; the counts are then from its last report. */
  readonly isOnline: boolean;
}

/** Share of used addresses from which on a pool is marked. */
const HIGH_SHARE = 0.9;

/** Returns the number of addresses in the range of a pool. */
export const countAddresses = ({ end, start }: Pick<DhcpPool, 'end' | 'start'>): number =>
  (parseIpv4(end) ?? 0) - (parseIpv4(start) ?? 0) + 1;

/** Returns the use of a VLAN's pool; undefined if the gateway has not reported it. */
export function findPoolUse(
  device: Pick<DeviceDetail, 'dhcpPools' | 'dhcpPoolsAt' | 'state'> | undefined,
  vlanId: number,
): PoolUse | undefined {
  const pool = device?.dhcpPools?.find((each) => each.vlanId === vlanId);
  if (!device || !pool || device.dhcpPoolsAt === undefined) return undefined;
  return { ...pool, at: device.dhcpPoolsAt, isOnline: getDeviceState(device.state).countsOnline };
}

/**
 * Returns true if the pool had another size in the report than in the configuration: the report is older than the last
 * change of the pool, or the change is not applied yet.
 */
export const isBeforeChange = (reported: Pick<DeviceDhcpPool, 'addresses'>, addresses: number): boolean =>
  reported.addresses !== addresses;

/** Describes the use of a pool of another size: `346 of 1,017, old range`. */
export const describeUseBefore = ({ addresses, used }: DeviceDhcpPool): string =>
  `${formatCount(used)} of ${formatCount(addresses)}, old range`;

export const computeUsedShare = ({ addresses, used }: DeviceDhcpPool): number => used / addresses;

export const isPoolHigh = (pool: DeviceDhcpPool): boolean => computeUsedShare(pool) >= HIGH_SHARE;

export const isPoolFull = ({ addresses, used }: DeviceDhcpPool): boolean => used >= addresses;

/** Describes the use of a pool: `45 · 43%`, or `101 · full`. */
export const describePoolUse = (pool: DeviceDhcpPool): string =>
  `${pool.used} · ${isPoolFull(pool) ? 'full' : `${Math.floor(computeUsedShare(pool) * 100)}%`}`;
