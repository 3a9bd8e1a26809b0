import type { NetworkConfig, NetworkScope, Vlan } from '@northlight/contract';
import { describe, expect, it, test } from 'vitest';
import { addVlans, changeId, createVlanValues, findVlanErrors, toVlans } from './vlan-form-values.ts';

const vlan = (id: number, ip: string, patch: Partial<Vlan> = {}): Vlan => ({
  id,
  name: `v${id}`,
  ip,
  prefix: 24,
  ports: [],
  ...patch,
});
const port = (id: string, role: 'lan' | 'wan') =>
  ({ id, label: id.toUpperCase(), role, type: 'electrical', maxSpeedMbps: 1000, poe: false }) as const;
const createScope = (limits: Partial<NetworkScope['limits']> = {}): NetworkScope => ({
  device: { id: 'd', name: 'GW', model: 'GW', state: 1 },
  lanPorts: [port('lan1', 'lan')],
  wanPorts: [port('wan1', 'wan')],
  features: ['vlan'],
  wireless: { netMode: 0, devices: [], hasGateway: true },
  limits: {
    vlanMin: 10,
    vlanMax: 4094,
    vlans: 128,
    dhcpPools: 32,
    staticRoutes: 64,
    portMappings: 64,
    ...limits,
  },
});
const config: NetworkConfig = {
  vlans: [vlan(20, '192.168.20.1'), vlan(30, '192.168.40.1', { name: 'VLAN 55' })],
  dhcpPools: [],
};

const errorsOf = (id: string, limits: Partial<NetworkScope['limits']> = {}, taggedPorts: string[] = []) => {
  const scope = createScope(limits);
  const values = { ...createVlanValues(config, scope), id, taggedPorts };
  return findVlanErrors(values, undefined, config, scope);
};

describe('list of new VLANs', () => {
  const scope = createScope();
  const values = createVlanValues(config, scope);

  it('makes names and addresses from the IDs, and keeps the tagged ports', () => {
    const list = toVlans({ ...values, id: '12, 10-11,300', taggedPorts: ['lan1'] }, config, scope);
    expect(list?.map(({ id, ip, name, prefix }) => [id, name, `${ip}/${prefix}`])).toEqual([
      [10, 'VLAN 10', '192.168.10.1/24'],
      [11, 'VLAN 11', '192.168.11.1/24'],
      [12, 'VLAN 12', '192.168.12.1/24'],
      [300, 'VLAN 300', '10.1.44.1/24'],
    ]);
    expect(list?.every(({ ports, taggedPorts }) => ports.length === 0 && taggedPorts?.[0] === 'lan1')).toBe(
      true,
    );
    expect(addVlans(config, list ?? []).vlans.map(({ id }) => id)).toEqual([20, 30, 10, 11, 12, 300]);
  });

  it('continues the scheme of the addresses of the other VLANs', () => {
    const site = { ...config, vlans: [vlan(20, '10.10.20.1')] };
    expect(createVlanValues(site, scope).ip).toBe('10.10.10.1');
    expect(changeId(createVlanValues(site, scope), '50', site).ip).toBe('10.10.50.1');
    expect(createVlanValues({ ...config, vlans: [] }, scope).ip).toBe('192.168.10.1');
  });

  test.each(['10', '', '10-', '10,10', '5,10'])('has no VLANs for %j', (id) =>
    expect(toVlans({ ...values, id }, config, scope)).toBeUndefined(),
  );

  test.each([
    ['10-13', {}, undefined],
    ['10-109', {}, 'VLAN 20,30: The VLAN ID already exists. Enter a different one.'],
    ['19-20,30', {}, 'VLAN 20,30: The VLAN ID already exists. Enter a different one.'],
    ['10,40', {}, 'VLAN 40: The network overlaps that of VLAN 30 (192.168.40.1/24). Change one of them.'],
    ['10,55', {}, 'VLAN 55: The VLAN name already exists. Enter a different one.'],
    ['9,10', {}, 'The VLAN ID must be between 10 and 4094.'],
    ['10,600', { vlanMax: 500 }, 'The VLAN ID must be between 10 and 500.'],
    ['100-200', {}, 'Too many VLANs. Enter at most 100.'],
    ['10-13', { vlans: 5 }, 'The limit is 5 VLANs. You can add 3 more, but the list has 4.'],
    ['10-12', { vlans: 5 }, undefined],
    ['13-10', {}, 'The range 13-10 ends before it starts. Enter the lower ID first.'],
    ['10,10', {}, 'VLAN 10 is listed twice.'],
    ['10,', {}, 'Enter VLAN IDs such as 3,5,7 or 10-13.'],
  ])('reports for the IDs %s with the limits %j: %s', (id, limits, message) => {
    expect(errorsOf(id, limits)['id']).toBe(message);
  });

  it('reports an unknown tagged port at the field of the tagged ports', () => {
    expect(errorsOf('10,11', {}, ['lan9'])).toEqual({
      taggedPorts: 'The gateway has no LAN port lan9. Choose an existing port.',
    });
  });

  it('reports both the missing ID and the missing name of a new VLAN', () => {
    expect(errorsOf('')).toEqual({ id: 'Enter the VLAN ID.', name: 'Enter a name.' });
  });

  it('refuses a list of IDs for an existing VLAN', () => {
    const own = { ...values, id: '20,21', name: 'x' };
    expect(findVlanErrors(own, 20, config, scope)).toHaveProperty('id');
  });
});
