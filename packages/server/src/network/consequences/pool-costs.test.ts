import type { NetworkConfig } from '@northlight/contract';
import { expect, test } from 'vitest';
import { describePoolCosts } from './pool-costs.ts';

const pool = { name: 'staff', vlanId: 20, start: '10.0.20.10', end: '10.0.20.19', dns: [], leaseMinutes: 60 };
const NOW: NetworkConfig = {
  vlans: [{ id: 20, name: 'Staff', ip: '10.0.20.1', prefix: 24, ports: [] }],
  dhcpPools: [pool],
};
const withPool = (change: Partial<typeof pool>): NetworkConfig => ({
  ...NOW,
  dhcpPools: [{ ...pool, ...change }],
});

test.each<[string, NetworkConfig, number, string[], boolean?]>([
  ['nothing for an unchanged pool', NOW, 12, []],
  ['nothing without online clients', withPool({ end: '10.0.20.10' }), 0, []],
  [
    'the next lease for a pool with enough addresses',
    withPool({ leaseMinutes: 30 }),
    10,
    ['VLAN 20: clients use the changed DHCP pool when they renew their lease.'],
  ],
  [
    'the clients without an address for a pool that is too small',
    withPool({ end: '10.0.20.12' }),
    12,
    ['VLAN 20: the DHCP pool has 3 addresses for 12 online clients. 9 clients get no address.'],
    true,
  ],
  [
    'the clients of a removed pool',
    { ...NOW, dhcpPools: [] },
    1,
    ['VLAN 20: 1 client gets no address, because its DHCP pool is removed.'],
    true,
  ],
  ['nothing for a pool that is removed with its VLAN', { vlans: [], dhcpPools: [] }, 12, []],
])('states %s', (_title, after, clients, expected, isWarning = false) => {
  expect(describePoolCosts(NOW, after, new Map([[20, clients]]))).toEqual(
    expected.map((text) => ({ text, isWarning })),
  );
});
