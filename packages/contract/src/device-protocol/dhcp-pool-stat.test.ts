import { expect, test } from 'vitest';
import { dhcpPoolStats } from './dhcp-pool-stat.ts';

const pool = { vlanId: 20, addresses: 100, used: 100 };

test.each([
  ['no pools', []],
  ['a full pool', [pool]],
  ['an unused pool of the LAN', [pool, { vlanId: 1, addresses: 1, used: 0 }]],
])('accepts %s', (_title, pools) => expect(dhcpPoolStats.safeParse(pools).success).toBe(true));

test.each([
  ['more used addresses than the pool has', [{ ...pool, used: 101 }]],
  ['a pool without addresses', [{ ...pool, addresses: 0, used: 0 }]],
  ['two pools of a VLAN', [pool, { ...pool, used: 1 }]],
  ['a VLAN above 4094', [{ ...pool, vlanId: 4095 }]],
  ['65 pools', Array.from({ length: 65 }, (_, index) => ({ ...pool, vlanId: index + 1 }))],
])('rejects %s', (_title, pools) => expect(dhcpPoolStats.safeParse(pools).success).toBe(false));
