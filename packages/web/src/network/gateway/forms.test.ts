import { feature } from '@northlight/contract/device-protocol';
import {
  EMPTY_WIRELESS,
  type NetworkConfig,
  type NetworkScope,
  type Vlan,
  type WifiPolicy,
} from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import {
  createPoolValues,
  findPoolErrors,
  toPool,
  toPoolValues,
  suggestRange,
} from './dhcp/pool-form-values.ts';
import {
  findMappingErrors,
  toMapping,
  toMappingValues,
  findRouteErrors,
  toRouteValues,
} from './routing/routing-form-values.ts';
import { EMPTY_LINE, findWanErrors, toWan, toWanValues } from './internet/wan-form-values.ts';
import {
  createVlanValues,
  findVlanErrors,
  toVlan,
  toVlanValues,
  omitVlan,
  replaceVlan,
} from './networks/vlan-form-values.ts';

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
  wanPorts: [{ id: 'wan1', label: 'WAN1', role: 'wan', type: 'electrical', maxSpeedMbps: 1000, poe: false }],
  features: feature.options,
  wireless: { netMode: 0, devices: [], hasGateway: true },
  limits: { vlanMin: 10, vlanMax: 4094, vlans: 32, dhcpPools: 32, staticRoutes: 64, portMappings: 64 },
} satisfies NetworkScope;
const pool = {
  name: 'p10',
  vlanId: 10,
  start: '192.168.10.100',
  end: '192.168.10.200',
  dns: [],
  leaseMinutes: 720,
};
const config: NetworkConfig = { vlans: [vlan(10), vlan(20, { ports: ['lan1'] })], dhcpPools: [pool] };

describe('VLAN form', () => {
  it('starts with the next free ID and its network', () => {
    expect(createVlanValues(config, scope)).toMatchObject({ id: '30', ip: '192.168.30.1', prefix: 24 });
  });

  it('reports conflicts on the field, regardless of the order of the VLANs', () => {
    const values = { ...createVlanValues(config, scope), name: 'x' };
    expect(findVlanErrors(values, undefined, config, scope)).toEqual({});
    expect(findVlanErrors({ ...values, id: '20' }, undefined, config, scope)).toHaveProperty('id');
    const own = toVlanValues(vlan(10), config);
    expect(findVlanErrors({ ...own, ip: '192.168.20.9' }, 10, config, scope)).toHaveProperty('ip');
    expect(
      findVlanErrors({ ...own, ports: ['lan1'], taggedPorts: ['lan1'] }, 10, config, scope),
    ).toHaveProperty('taggedPorts');
    expect(findVlanErrors({ ...values, id: '' }, undefined, config, scope)).toHaveProperty('id');
  });

  it('does not change a VLAN that is saved without an edit', () => {
    const tagged = vlan(30, { taggedPorts: ['lan1'] });
    expect(toVlan(toVlanValues(tagged, config))).toEqual(tagged);
    expect(toVlan(toVlanValues(vlan(30), config))).toEqual(vlan(30));
  });

  it('updates pools when an ID changes, and removes settings that use a removed VLAN', () => {
    expect(replaceVlan(config, vlan(11), 10).dhcpPools[0]?.vlanId).toBe(11);
    const mapped: NetworkConfig = {
      ...config,
      portMappings: [10, 20].map((id) => ({
        name: `to-${id}`,
        protocol: 'tcp',
        internalIp: `192.168.${id}.9`,
        externalPorts: `${8000 + id}`,
        internalPorts: '80',
      })),
    };
    expect(omitVlan(mapped, vlan(10))).toEqual({
      vlans: [config.vlans[1]],
      dhcpPools: [],
      portMappings: [mapped.portMappings?.[1]],
    });
  });
});

describe('pool form', () => {
  it('does not change a pool that is saved without an edit', () => {
    expect(toPool(toPoolValues(pool))).toEqual(pool);
    expect(toPool(toPoolValues({ ...pool, leaseMinutes: 45, dns: ['1.1.1.1'] }))).toEqual({
      ...pool,
      leaseMinutes: 45,
      dns: ['1.1.1.1'],
    });
  });

  it('keeps reserved addresses, and reports errors on their line', () => {
    const reserved = {
      ...pool,
      reservations: [{ ip: '192.168.10.9', mac: '02:00:00:00:00:09', name: 'Printer' }],
    };
    expect(toPool(toPoolValues(reserved))).toEqual(reserved);
    const line = (patch: object) => {
      const values = toPoolValues(reserved);
      return { ...values, reservations: values.reservations.map((each) => ({ ...each, ...patch })) };
    };
    const errors = (patch: object) => Object.keys(findPoolErrors(line(patch), 'p10', config, scope));
    expect(errors({ mac: '0200.0000.0009', name: '' })).toEqual([]);
    expect(errors({ mac: 'printer' })).toEqual(['reservations.0.mac']);
    expect(errors({ ip: '192.168.11.9' })).toEqual(['reservations.0.ip']);
  });

  it('suggests a range inside the network without the gateway address', () => {
    expect(suggestRange(vlan(10))).toEqual({ start: '192.168.10.100', end: '192.168.10.200' });
    expect(suggestRange(vlan(10, { prefix: 29 }))).toEqual({ start: '192.168.10.4', end: '192.168.10.6' });
    expect(createPoolValues(config).vlanId).toBe('20');
  });

  it('reports each invalid value at its field', () => {
    const values = { ...createPoolValues(config), name: 'p20' };
    expect(findPoolErrors(values, undefined, config, scope)).toEqual({});
    expect(findPoolErrors({ ...values, end: '192.168.20.50' }, undefined, config, scope)).toHaveProperty(
      'end',
    );
    expect(
      findPoolErrors({ ...values, dns1: '1.1.1.1', dns2: '1.1.1.1' }, undefined, config, scope),
    ).toHaveProperty('dns2');
    expect(
      findPoolErrors({ ...values, lease: 'custom', customMinutes: 5 }, undefined, config, scope),
    ).toHaveProperty('customMinutes');
    expect(findPoolErrors({ ...values, vlanId: '10' }, undefined, config, scope)).toHaveProperty('vlanId');
  });
});

describe('a VLAN whose ID changes', () => {
  const policy = (id: string, vlanId: number | undefined) => ({ id, vlanId }) as unknown as WifiPolicy;
  const wireless = {
    ...EMPTY_WIRELESS,
    policies: [policy('in', 10), policy('elsewhere', 20), policy('none', undefined)],
  };
  const listVlanIds = (next: NetworkConfig) => next.wireless?.policies.map(({ vlanId }) => vlanId);

  it('updates its own pool and policies only', () => {
    const moved = replaceVlan({ ...config, wireless }, vlan(99), 10);
    expect(listVlanIds(moved)).toEqual([99, 20, undefined]);
    expect(moved.dhcpPools.some(({ vlanId }) => vlanId === 10)).toBe(false);
  });

  it('changes no policy when the VLAN is new', () => {
    expect(listVlanIds(replaceVlan({ ...config, wireless }, vlan(99), undefined))).toEqual([
      10,
      20,
      undefined,
    ]);
  });
});

describe('forms of WAN ports, routes and port mappings', () => {
  const fixed = {
    ...toWanValues(undefined),
    mode: 'static' as const,
    ip: '203.0.113.2',
    gateway: '203.0.113.1',
  };

  it('convert their fields to the setting that the API stores', () => {
    const setting = {
      mode: 'static',
      port: 'wan1',
      ip: '203.0.113.2',
      prefix: 29,
      gateway: '203.0.113.1',
      dns: [],
    } as const;
    expect(toWan(toWanValues({ ...setting, dns: ['9.9.9.9'] }), 'wan1')).toEqual({
      ...setting,
      dns: ['9.9.9.9'],
    });
    expect(toWan({ ...fixed, mode: 'dhcp' }, 'wan1')).toEqual({ mode: 'dhcp', port: 'wan1', dns: [] });
    expect(toMapping({ ...toMappingValues(undefined), externalPorts: ' 80;443 ' }).internalPorts).toBe(
      '80;443',
    );
  });

  it('keep the password of a line unless a new one is entered', () => {
    const passwordId = '0190a0a0-0000-7000-8000-000000000001';
    const setting = { mode: 'pppoe', port: 'wan1', lines: [{ user: 'hotel', passwordId }], dns: [] } as const;
    const values = toWanValues({ ...setting, lines: [...setting.lines], dns: [] });
    expect(toWan(values, 'wan1')).toEqual(setting);
    const [line = EMPTY_LINE] = values.lines;
    expect(toWan({ ...values, lines: [{ ...line, password: 'new one' }] }, 'wan1')).toMatchObject({
      lines: [{ user: 'hotel', password: 'new one' }],
    });
    const dialling = { ...scope, features: feature.options };
    const wrong = { ...values, lines: [{ ...line, user: '' }, EMPTY_LINE] };
    expect(Object.keys(findWanErrors(wrong, 'wan1', config, dialling))).toEqual([
      'lines.0.user',
      'lines.1.user',
      'lines.1.password',
    ]);
    const twice = { ...values, lines: [line, line] };
    expect(Object.keys(findWanErrors(twice, 'wan1', config, dialling))).toEqual(['lines.1.user']);
  });

  it('report each invalid value at its field', () => {
    const wan = (patch: object) => Object.keys(findWanErrors({ ...fixed, ...patch }, 'wan1', config, scope));
    expect(wan({})).toEqual([]);
    expect(wan({ gateway: '203.0.114.1' })).toEqual(['gateway']);
    expect(wan({ dns1: '9.9.9.9', dns2: '9.9.9.9' })).toEqual(['dns2']);
    expect(wan({ ip: '192.168.10.7', gateway: '192.168.10.8' })).toEqual(['ip']);
    expect(Object.keys(findWanErrors(fixed, 'wan7', config, scope))).toEqual(['mode']);
    const route = (patch: object) =>
      Object.keys(
        findRouteErrors(
          {
            ...toRouteValues(undefined),
            name: 'a',
            destination: '10.9.0.0',
            nextHop: '192.168.10.9',
            ...patch,
          },
          undefined,
          config,
          scope,
        ),
      );
    expect(route({})).toEqual([]);
    expect(route({ destination: '10.9.0.1' })).toEqual(['destination']);
    expect(route({ nextHop: '' })).toEqual(['nextHop']);
    const mapping = (patch: object) =>
      Object.keys(
        findMappingErrors(
          {
            ...toMappingValues(undefined),
            name: 'a',
            externalPorts: '80',
            internalIp: '192.168.10.9',
            ...patch,
          },
          undefined,
          config,
          scope,
        ),
      );
    expect(mapping({})).toEqual([]);
    expect(mapping({ internalPorts: '1-2' })).toEqual(['internalPorts']);
    expect(mapping({ externalPorts: '80;90-91' })).toEqual(['externalPorts']);
    expect(mapping({ internalIp: '10.0.0.1' })).toEqual(['internalIp']);
  });
});
