import { z } from 'zod';
import { refuseDuplicates } from '../kit/duplicates.ts';

export const MAX_DHCP_POOL_STATS = 64;
const MAX_ADDRESSES = 2 ** 24;

/** Use of one DHCP pool. */
export const dhcpPoolStat = z
  .object({
    /** VLAN of the pool; 1 for the LAN. */
    vlanId: z.number().int().min(1).max(4094),
    /** Addresses in the range of the pool. */
    addresses: z.number().int().min(1).max(MAX_ADDRESSES),
    /** Addresses of the range that are leased or reserved. */
    used: z.number().int().nonnegative().max(MAX_ADDRESSES),
  })
  .refine(({ addresses, used }) => used <= addresses, {
    path: ['used'],
    message: 'A pool must not use more addresses than it has.',
  });
export type DhcpPoolStat = z.infer<typeof dhcpPoolStat>;

export const dhcpPoolStats = z
  .array(dhcpPoolStat)
  .max(MAX_DHCP_POOL_STATS)
  .check(refuseDuplicates(({ vlanId }) => String(vlanId), 'A VLAN must not be listed twice.'));
