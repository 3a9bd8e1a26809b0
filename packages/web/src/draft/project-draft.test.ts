import type { DhcpPool, NetworkConfig, Vlan } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { findCollisions } from './collisions.ts';
import { createProjectDraft, getMark, rebaseOnApplied } from './project-draft.ts';

const vlan = (id: number, name = `v${id}`): Vlan => ({
  id,
  name,
  ip: `192.168.${id}.1`,
  prefix: 24,
  ports: [],
});
const rebase = (
  draft: Parameters<typeof rebaseOnApplied>[0],
  theirs: NetworkConfig,
  choose?: () => 'mine' | 'theirs',
) => rebaseOnApplied(draft, { version: 2, config: theirs }, choose).config;
const edit = (base: NetworkConfig, own: NetworkConfig) => ({
  ...createProjectDraft({ version: 1, config: base }),
  config: own,
});
const config = (...vlans: Vlan[]): NetworkConfig => ({ vlans, dhcpPools: [] as DhcpPool[] });

describe('a network draft', () => {
  it('marks new and changed items', () => {
    const base = [vlan(10)];
    expect(getMark(vlan(10), base, ({ id }) => id)).toBeUndefined();
    expect(getMark(vlan(10, 'x'), base, ({ id }) => id)).toBe('changed');
    expect(getMark(vlan(20), base, ({ id }) => id)).toBe('new');
  });

  it('keeps its routes and the WAN settings of another account after a rebase, and adds no empty lists', () => {
    const route = { name: 'branch', destination: '10.9.0.0', prefix: 16, nextHop: '192.168.10.9' };
    const base = config(vlan(10));
    const draft = edit(base, { ...base, staticRoutes: [route] });
    const theirs = { ...config(vlan(10)), wan: [{ mode: 'dhcp' as const, port: 'wan1', dns: [] }] };
    expect(rebase(draft, theirs)).toEqual({ ...theirs, staticRoutes: [route] });
  });

  it('rebases own edits on the configuration that others applied', () => {
    const base = config(vlan(10), vlan(20), vlan(30));
    const draft = edit(base, config(vlan(10, 'mine'), vlan(30), vlan(40)));
    const theirs = config(vlan(10), vlan(20), vlan(30, 'theirs'), vlan(50));
    expect(rebase(draft, theirs).vlans.map(({ id, name }) => `${id} ${name}`)).toEqual([
      '10 mine',
      '30 theirs',
      '50 v50',
      '40 v40',
    ]);
  });

  it('lists items that both sides edited, and keeps the chosen edit', () => {
    const base = config(vlan(10), vlan(20), vlan(30));
    const draft = edit(base, config(vlan(10, 'mine'), vlan(20, 'mine'), vlan(30, 'both')));
    const theirs = config(vlan(10, 'theirs'), vlan(30, 'both'));
    const found = findCollisions(draft, theirs);
    expect(found.map(({ address }) => address)).toEqual(['vlans/10', 'vlans/20']);
    expect(found[0]?.mine).toMatchObject([{ setting: 'VLAN 10, name', now: 'v10', after: 'mine' }]);
    expect(found[0]?.theirs).toMatchObject([{ setting: 'VLAN 10, name', now: 'v10', after: 'theirs' }]);
    // The applied configuration no longer has VLAN 20, which the draft changed.
    expect(found[1]?.theirs).toMatchObject([{ setting: 'VLAN 20' }]);
    const names = (side: 'mine' | 'theirs') =>
      rebase(draft, theirs, () => side).vlans.map(({ id, name }) => `${id} ${name}`);
    expect(names('mine')).toEqual(['10 mine', '30 both', '20 mine']);
    expect(names('theirs')).toEqual(['10 theirs', '30 both']);
  });
});
