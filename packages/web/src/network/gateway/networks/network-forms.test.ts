import type { NetworkConfig, NetworkScope, Vlan } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { changeNetwork, choosePoolName } from './dhcp-values.ts';
import { applyLanValues, findLanErrors, omitLan, toLanValues } from './lan-form-values.ts';
import { formatRange } from '../../../kit/format/sortable-ip.ts';
import { listNetworkRows, listSsids } from './network-rows.ts';
import { getMembership, setMembership } from './port-membership.ts';
import {
  addVlanList,
  applyVlanValues,
  changeId,
  createVlanValues,
  findVlanErrors,
  isVlanUnused,
  toVlanValues,
} from './vlan-form-values.ts';

const vlan = (id: number, patch: Partial<Vlan> = {}): Vlan => ({
  id,
  name: `v${id}`,
  ip: `192.168.${id}.1`,
  prefix: 24,
  ports: [],
  ...patch,
});
const port = {
  id: 'lan1',
  label: 'LAN1',
  role: 'lan',
  type: 'electrical',
  maxSpeedMbps: 1000,
  poe: false,
} as const;
const scope = {
  device: { id: 'd', name: 'GW', model: 'GW', state: 1 },
  lanPorts: [port],
  wanPorts: [],
  features: ['vlan', 'dhcp'],
  wireless: { netMode: 0, devices: [], hasGateway: true },
  limits: { vlanMin: 10, vlanMax: 4094, vlans: 32, dhcpPools: 3, staticRoutes: 64, portMappings: 64 },
} satisfies NetworkScope;
const pool = {
  name: 'v10',
  vlanId: 10,
  start: '192.168.10.100',
  end: '192.168.10.200',
  dns: ['9.9.9.9'],
  leaseMinutes: 60,
};
const config: NetworkConfig = {
  vlans: [vlan(10), vlan(20, { ports: ['lan1'] })],
  dhcpPools: [pool],
};

describe('VLAN form', () => {
  it('gives a new VLAN a DHCP pool with the suggested range and the name of the VLAN', () => {
    const values = { ...createVlanValues(config, scope), name: 'Guest Wi-Fi' };
    expect(values.dhcp).toBe(true);
    const after = applyVlanValues(config, values, undefined);
    expect(after.vlans.at(-1)).toEqual(vlan(30, { name: 'Guest Wi-Fi' }));
    expect(after.dhcpPools.at(-1)).toEqual({
      name: 'Guest_Wi_Fi',
      vlanId: 30,
      start: '192.168.30.100',
      end: '192.168.30.200',
      dns: [],
      leaseMinutes: 720,
    });
  });

  it('has no DHCP pool by default on a gateway without a DHCP server', () => {
    expect(createVlanValues(config, { ...scope, features: ['vlan'] }).dhcp).toBe(false);
    expect(createVlanValues(config, { ...scope, features: ['vlan'], device: undefined }).dhcp).toBe(true);
  });

  it('changes only the range of an existing pool, and removes the pool when DHCP is turned off', () => {
    const values = toVlanValues(vlan(10), config);
    const after = applyVlanValues(config, { ...values, start: '192.168.10.50' }, 10);
    expect(after.dhcpPools).toEqual([{ ...pool, start: '192.168.10.50' }]);
    expect(applyVlanValues(config, { ...values, dhcp: false }, 10).dhcpPools).toEqual([]);
    expect(applyVlanValues(config, values, 10)).toEqual(config);
  });

  it('removes a port from the VLAN in which it was untagged before', () => {
    const values = { ...toVlanValues(vlan(10), config), ports: ['lan1'] };
    expect(findVlanErrors(values, 10, config, scope)).toEqual({});
    expect(applyVlanValues(config, values, 10).vlans.map(({ ports }) => ports)).toEqual([['lan1'], []]);
  });

  it('derives address and range from the ID until they are edited', () => {
    const values = createVlanValues(config, scope);
    expect(changeId(values, '300', config)).toMatchObject({ ip: '10.1.44.1', start: '10.1.44.100' });
    expect(changeId({ ...values, ip: '10.0.0.1' }, '40', config)).toMatchObject({ id: '40', ip: '10.0.0.1' });
    expect(changeId(values, '3,4', config)).toMatchObject({ id: '3,4', ip: '192.168.30.1' });
    expect(changeNetwork(values, { ip: '10.7.0.1' }).start).toBe('10.7.0.100');
    expect(changeNetwork({ ...values, start: '192.168.30.9' }, { ip: '10.7.0.1' }).start).toBe(
      '192.168.30.9',
    );
  });

  it('reports a range outside the network at the field of the last address', () => {
    const values = { ...createVlanValues(config, scope), name: 'x', end: '192.168.31.9' };
    expect(Object.keys(findVlanErrors(values, undefined, config, scope))).toEqual(['end']);
    expect(findVlanErrors({ ...values, dhcp: false }, undefined, config, scope)).toEqual({});
  });

  it('gives each VLAN of a list a pool until the limit is reached', () => {
    const values = { ...createVlanValues(config, scope), id: '30-31' };
    expect(findVlanErrors(values, undefined, config, scope)).toEqual({});
    expect(findVlanErrors({ ...values, id: '30-32' }, undefined, config, scope)).toHaveProperty('dhcp');
    const after = addVlanList(config, [vlan(30), vlan(31)], true);
    expect(after.dhcpPools.map(({ name, start }) => [name, start])).toEqual([
      ['v10', '192.168.10.100'],
      ['v30', '192.168.30.100'],
      ['v31', '192.168.31.100'],
    ]);
    expect(addVlanList(config, [vlan(30)], false).dhcpPools).toEqual([pool]);
  });

  it('detects a VLAN that no port and no Wi-Fi network uses', () => {
    const none = { ports: [], taggedPorts: [] };
    expect(isVlanUnused(none, scope, [])).toBe(true);
    expect(isVlanUnused({ ...none, taggedPorts: ['lan1'] }, scope, [])).toBe(false);
    expect(isVlanUnused(none, { ...scope, lanPorts: [] }, [])).toBe(false);
  });
});

describe('pool name', () => {
  it('contains only valid characters and is not in use', () => {
    expect(choosePoolName(config, { id: 10, name: 'v10' })).toBe('VLAN_10');
    expect(choosePoolName(config, { id: 5, name: 'Büro' })).toBe('B_ro');
    expect(choosePoolName(config, { id: 5, name: '客房' })).toBe('VLAN_5');
    const taken = { ...config, dhcpPools: [pool, { ...pool, name: 'VLAN_10' }] };
    expect(choosePoolName(taken, { id: 10, name: 'V10' })).toBe('VLAN_10_2');
  });
});

describe('LAN form', () => {
  const values = { ...toLanValues(undefined, config), ip: '10.20.1.1', dhcp: true };
  const ranged = { ...values, start: '10.20.1.100', end: '10.20.1.200' };

  it('stores the LAN with its DHCP pool, and removes both', () => {
    const after = applyLanValues(config, ranged);
    expect(after.lan).toEqual({ ip: '10.20.1.1', prefix: 24 });
    expect(after.dhcpPools.at(-1)).toMatchObject({ name: 'LAN', vlanId: 1, start: '10.20.1.100' });
    expect(omitLan(after)).toEqual(config);
  });

  it('reports a range that contains the address of the gateway', () => {
    expect(findLanErrors(ranged, config, scope)).toEqual({});
    expect(Object.keys(findLanErrors({ ...ranged, start: '10.20.1.1' }, config, scope))).toEqual(['start']);
    expect(Object.keys(findLanErrors({ ...ranged, ip: '192.168.10.9' }, config, scope))).not.toEqual([]);
  });
});

describe('membership of a port', () => {
  it('is tagged, untagged or off, and never two of these states', () => {
    const untagged = setMembership({ ports: [], taggedPorts: ['lan1', 'lan2'] }, 'lan1', 'untagged');
    expect(untagged).toEqual({ ports: ['lan1'], taggedPorts: ['lan2'] });
    expect(getMembership(untagged, 'lan1')).toBe('untagged');
    expect(getMembership(setMembership(untagged, 'lan2', 'off'), 'lan2')).toBe('off');
  });
});

it.each([
  ['10.0.20.100', '10.0.20.200', '10.0.20.100 – 200'],
  ['10.0.20.2', '10.0.23.250', '10.0.20.2 – 10.0.23.250'],
  ['10.0.20.2', '10.9.23.250', '10.0.20.2 – 10.9.23.250'],
])('formats a range from %s to %s as %s', (start, end, text) =>
  expect(formatRange({ start, end })).toBe(text),
);

describe('rows of the VLAN page', () => {
  it('begin with the LAN once there is a gateway', () => {
    expect(listNetworkRows(config, true).map(({ id }) => id)).toEqual(['lan', '10', '20']);
    expect(listNetworkRows(config, false).map(({ id }) => id)).toEqual(['10', '20']);
  });

  it('name the SSIDs whose clients join the network', () => {
    const policy = (ssid: string, enabled: boolean, vlanId?: number) => ({ ssid, enabled, vlanId }) as never;
    const wireless = {
      policies: [policy('Rooms', true, 10), policy('Off', false, 10), policy('Staff', true)],
      blacklist: [],
      radios: [],
      countries: [],
    };
    const [lan, ten] = listNetworkRows({ ...config, wireless }, true);
    expect(lan && listSsids({ ...config, wireless }, lan)).toEqual(['Staff']);
    expect(ten && listSsids({ ...config, wireless }, ten)).toEqual(['Rooms']);
  });
});
