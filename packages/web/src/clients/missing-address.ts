import {
  type DeviceDhcpPool,
  type DhcpPool,
  listInsideNetworks,
  type NetworkConfig,
  type OnlineClient,
} from '@northlight/contract';

/** Reason for which an online client can have no IP address. */
export type MissingAddress =
  | { readonly reason: 'no-network' }
  | { readonly reason: 'no-pool' }
  | { readonly reason: 'pool-full'; readonly pool: DhcpPool; readonly use: DeviceDhcpPool };

/**
 * Returns the reason for which a client has no IP address. Undefined if it has one, or if the configuration and the
 * report of the gateway show no reason.
 */
export function explainMissingAddress(
  { ip, online, vlan }: Pick<OnlineClient, 'ip' | 'online' | 'vlan'>,
  config: NetworkConfig,
  pools: readonly DeviceDhcpPool[] | undefined,
): MissingAddress | undefined {
  if (!online || ip !== undefined || vlan === undefined) return undefined;
  const network = listInsideNetworks(config).find(({ id }) => id === vlan);
  if (!network) return { reason: 'no-network' };
  const pool = config.dhcpPools.find(({ vlanId }) => vlanId === vlan);
  if (!pool) return { reason: 'no-pool' };
  const use = pools?.find(({ vlanId }) => vlanId === vlan);
  return use && use.used >= use.addresses ? { reason: 'pool-full', pool, use } : undefined;
}
