import { LAN_VLAN_ID } from '@northlight/contract';
import { type DhcpPoolStat, dhcpPoolStats } from '@northlight/contract/device-protocol';
import { countClientsWithoutAddress } from '../../clients/index.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Condition, type Reading, selectOnlineDevices } from './condition.ts';

/** The fullest DHCP pool of each gateway, in percent. A full pool is critical. */
export const fullestPools: Condition = {
  kinds: ['dhcp-pool-high'],
  read: async (db, getLimit, since) => {
    const lowestPercent = getLimit('dhcp-pool-high');
    const gateways = await selectOnlineDevices(db)
      .select('device_state.dhcp_pools')
      .where('device_state.dhcp_pools_at', '>', since)
      .execute();
    return gateways.flatMap(({ dhcp_pools, id, name, project_id: projectId }): Reading[] => {
      const pools = dhcpPoolStats.safeParse(dhcp_pools).data ?? [];
      const [pool] = pools.toSorted((one, other) => computePercent(other) - computePercent(one));
      if (!pool || computePercent(pool) < lowestPercent) return [];
      return [
        {
          projectId,
          deviceId: id,
          kind: 'dhcp-pool-high',
          value: computePercent(pool),
          ...(pool.used >= pool.addresses && { severity: 'critical' }),
          describe: async (present) => `${name}: ${await describePool(present, projectId, pool)}`,
          isFollowed: true,
        },
      ];
    });
  },
};

const computePercent = ({ addresses, used }: DhcpPoolStat): number => (100 * used) / addresses;

/** Describes a pool of a project; for a full pool, with the clients of its network that got no address. */
async function describePool(
  db: Db,
  projectId: number,
  { addresses, used, vlanId }: DhcpPoolStat,
): Promise<string> {
  const network = vlanId === LAN_VLAN_ID ? 'the LAN' : `VLAN ${vlanId}`;
  if (used < addresses) return `the DHCP pool of ${network} uses ${used} of ${addresses} addresses.`;
  const without = await countClientsWithoutAddress(db, projectId, vlanId);
  const clients =
    without === 0 ? '' : `, ${without} ${without === 1 ? 'client has' : 'clients have'} no address`;
  return `the DHCP pool of ${network} is full (${used} of ${addresses})${clients}.`;
}
