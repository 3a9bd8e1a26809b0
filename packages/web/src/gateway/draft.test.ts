import type { DhcpPool, GatewayConfig, Vlan } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { markOf, rebase } from './draft.ts';

const vlan = (id: number, name = `v${id}`): Vlan => ({
  id,
  name,
  ip: `192.168.${id}.1`,
  prefix: 24,
  ports: [],
});
const config = (...vlans: Vlan[]): GatewayConfig => ({ vlans, dhcpPools: [] as DhcpPool[] });

describe('draft', () => {
  it('marks what is new and what changed', () => {
    const base = [vlan(10)];
    expect(markOf(vlan(10), base, ({ id }) => id)).toBeUndefined();
    expect(markOf(vlan(10, 'x'), base, ({ id }) => id)).toBe('changed');
    expect(markOf(vlan(20), base, ({ id }) => id)).toBe('new');
  });

  it('puts own edits on top of what others applied', () => {
    const base = config(vlan(10), vlan(20), vlan(30));
    const draft = { baseVersion: 1, base, config: config(vlan(10, 'mine'), vlan(30), vlan(40)) };
    const theirs = config(vlan(10), vlan(20), vlan(30, 'theirs'), vlan(50));
    expect(rebase(draft, theirs).vlans.map(({ id, name }) => `${id} ${name}`)).toEqual([
      '10 mine',
      '30 theirs',
      '50 v50',
      '40 v40',
    ]);
  });
});
