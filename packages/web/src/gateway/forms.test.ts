import type { GatewayConfig, GatewayScope, Vlan } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { newPoolValues, poolErrors, poolOf, poolValues, suggestedRange } from './pool-form-values.ts';
import { newVlanValues, vlanErrors, withoutVlan, withVlan } from './vlan-form-values.ts';

const vlan = (id: number, patch: Partial<Vlan> = {}): Vlan => ({
  id,
  name: `v${id}`,
  ip: `192.168.${id}.1`,
  prefix: 24,
  ports: [],
  ...patch,
});
const scope = {
  device: { id: 'd', name: 'GW', model: 'GW', state: 1 },
  lanPorts: [{ id: 'lan1', label: 'LAN1', role: 'lan', type: 'electrical', maxSpeedMbps: 1000, poe: false }],
  wanPorts: [],
  features: [],
  limits: { vlanMin: 10, vlanMax: 4094, vlans: 32, dhcpPools: 32, staticRoutes: 64, portMappings: 64 },
} satisfies GatewayScope;
const pool = {
  name: 'p10',
  vlanId: 10,
  start: '192.168.10.100',
  end: '192.168.10.200',
  dns: [],
  leaseMinutes: 720,
};
const config: GatewayConfig = { vlans: [vlan(10), vlan(20, { ports: ['lan1'] })], dhcpPools: [pool] };

describe('VLAN form', () => {
  it('starts with the next free ID and its network', () => {
    expect(newVlanValues(config, scope)).toMatchObject({ id: 30, ip: '192.168.30.1', prefix: 24 });
  });

  it('lands clashes on the field, whichever VLAN stands first', () => {
    const values = { ...newVlanValues(config, scope), name: 'x' };
    expect(vlanErrors(values, undefined, config, scope)).toEqual({});
    expect(vlanErrors({ ...values, id: 20 }, undefined, config, scope)).toHaveProperty('id');
    expect(vlanErrors({ ...values, ports: ['lan1'] }, undefined, config, scope)).toHaveProperty('ports');
    expect(vlanErrors({ ...vlan(10), ip: '192.168.20.9' }, 10, config, scope)).toHaveProperty('ip');
    expect(vlanErrors({ ...values, id: '' }, undefined, config, scope)).toHaveProperty('id');
  });

  it('takes pools along when an ID changes, and away when a VLAN goes', () => {
    expect(withVlan(config, vlan(11), 10).dhcpPools[0]?.vlanId).toBe(11);
    expect(withoutVlan(config, 10)).toEqual({ vlans: [config.vlans[1]], dhcpPools: [] });
  });
});

describe('pool form', () => {
  it('comes back as it went in', () => {
    expect(poolOf(poolValues(pool))).toEqual(pool);
    expect(poolOf(poolValues({ ...pool, leaseMinutes: 45, dns: ['1.1.1.1'] }))).toEqual({
      ...pool,
      leaseMinutes: 45,
      dns: ['1.1.1.1'],
    });
  });

  it('suggests a range inside the network and beside the gateway', () => {
    expect(suggestedRange(vlan(10))).toEqual({ start: '192.168.10.100', end: '192.168.10.200' });
    expect(suggestedRange(vlan(10, { prefix: 29 }))).toEqual({ start: '192.168.10.4', end: '192.168.10.6' });
    expect(newPoolValues(config).vlanId).toBe('20');
  });

  it('lands errors on its fields', () => {
    const values = { ...newPoolValues(config), name: 'p20' };
    expect(poolErrors(values, undefined, config, scope)).toEqual({});
    expect(poolErrors({ ...values, end: '192.168.20.50' }, undefined, config, scope)).toHaveProperty('end');
    expect(
      poolErrors({ ...values, dns1: '1.1.1.1', dns2: '1.1.1.1' }, undefined, config, scope),
    ).toHaveProperty('dns2');
    expect(
      poolErrors({ ...values, lease: 'custom', customMinutes: 5 }, undefined, config, scope),
    ).toHaveProperty('customMinutes');
    expect(poolErrors({ ...values, vlanId: '10' }, undefined, config, scope)).toHaveProperty('vlanId');
  });
});
