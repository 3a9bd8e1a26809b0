import { type DhcpPool, LAN_VLAN_ID, type NetworkConfig } from '@northlight/contract';
import { parseIpv4 } from '@northlight/contract/net';
import { formatCanonicalJson } from '@northlight/runtime';

interface PoolCost {
  readonly text: string;
  /** True if clients stay without an address. */
  readonly isWarning: boolean;
}

/**
 * Describes what changed and removed DHCP pools mean for the online clients of their VLANs. Pools of VLANs that the
 * change removes are left out, because their clients are counted with the VLAN.
 */
export function describePoolCosts(
  now: NetworkConfig,
  after: NetworkConfig,
  clientsByVlan: ReadonlyMap<number, number>,
): PoolCost[] {
  const later = new Map(after.dhcpPools.map((pool) => [pool.vlanId, pool] as const));
  return now.dhcpPools.flatMap((pool): PoolCost[] => {
    const clients = clientsByVlan.get(pool.vlanId) ?? 0;
    if (clients === 0 || !hasNetwork(after, pool.vlanId)) return [];
    const changed = later.get(pool.vlanId);
    const network = formatNetwork(pool.vlanId);
    if (!changed)
      return [
        {
          text: `${network}: ${formatClients(clients)} no address, because its DHCP pool is removed.`,
          isWarning: true,
        },
      ];
    if (formatCanonicalJson(changed) === formatCanonicalJson(pool)) return [];
    const addresses = countAddresses(changed);
    const isWarning = addresses < clients;
    const text = isWarning
      ? `${network}: the DHCP pool has ${addresses} ${addresses === 1 ? 'address' : 'addresses'} for ${clients} online clients. ${formatClients(clients - addresses)} no address.`
      : `${network}: clients use the changed DHCP pool when they renew their lease.`;
    return [{ text, isWarning }];
  });
}

const hasNetwork = ({ lan, vlans }: NetworkConfig, vlanId: number): boolean =>
  vlanId === LAN_VLAN_ID ? lan !== undefined : vlans.some(({ id }) => id === vlanId);

const formatNetwork = (vlanId: number): string => (vlanId === LAN_VLAN_ID ? 'LAN' : `VLAN ${vlanId}`);

const formatClients = (count: number): string => (count === 1 ? '1 client gets' : `${count} clients get`);

const countAddresses = ({ end, start }: DhcpPool): number =>
  (parseIpv4(end) ?? 0) - (parseIpv4(start) ?? 0) + 1;
