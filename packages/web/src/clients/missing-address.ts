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
  | { readonly reason: 'self-assigned' }
  | { readonly reason: 'pool-full'; readonly pool: DhcpPool; readonly use: DeviceDhcpPool };

/** Range of the addresses that hosts assign themselves without a DHCP server (RFC 3927). */
const LINK_LOCAL = '169.254.';

/** True for an address that the client assigned itself, because it got none by DHCP. */
export const isSelfAssigned = (ip: string | undefined): boolean => ip?.startsWith(LINK_LOCAL) === true;

/**
 * Returns the reason for which a client has no usable IP address. Undefined if it has one, or if the configuration and the
 * report of the gateway show no reason.
 */
export function explainMissingAddress(
  { ip, online, vlan }: Pick<OnlineClient, 'ip' | 'online' | 'vlan'>,
  config: NetworkConfig,
  pools: readonly DeviceDhcpPool[] | undefined,
): MissingAddress | undefined {
  const isMissing = ip === undefined || isSelfAssigned(ip);
  if (!online || !isMissing) return undefined;
  const unknown = isSelfAssigned(ip) ? ({ reason: 'self-assigned' } as const) : undefined;
  if (vlan === undefined) return unknown;
  const network = listInsideNetworks(config).find(({ id }) => id === vlan);
  if (!network) return { reason: 'no-network' };
  const pool = config.dhcpPools.find(({ vlanId }) => vlanId === vlan);
  if (!pool) return { reason: 'no-pool' };
  const use = pools?.find(({ vlanId }) => vlanId === vlan);
  return use && use.used >= use.addresses ? { reason: 'pool-full', pool, use } : unknown;
}
