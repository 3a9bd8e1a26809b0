import { FACTORY } from '@northlight/agent';
import { findCapabilities, getDefaultPort } from '@northlight/contract';
import type { ClientReport, DeviceConfig } from '@northlight/contract/device-protocol';
import { MINUTE_MS, SeededEntropy } from '@northlight/runtime';
import { describe, expect, it } from 'vitest';
import { BridgeLinks } from './bridge/bridge-links.ts';
import { MeshBackhauls } from './mesh-backhauls.ts';
import { SiteVlans } from './site-vlans.ts';
import type { ClientSpec, DeviceSpec, SiteSpec } from './spec.ts';
import { isPortEnabled } from './wiring/port-vlans.ts';
import { SiteNetwork } from './wiring/site-network.ts';

type Port = NonNullable<DeviceConfig['ports']>[number];

const device = (sn: string, model: string, uplink?: DeviceSpec['uplink']): DeviceSpec => ({
  sn,
  mac: `02:00:00:00:00:${sn.length}0`,
  model,
  name: sn,
  vlan: 1,
  ip: '10.0.1.2',
  ...(uplink && { uplink }),
});
const DEVICES = [
  device('gw', 'NL-GW5'),
  device('sw', 'NL-SW24P', { sn: 'gw', port: 'lan1' }),
  device('ap', 'NL-AP6C', { sn: 'sw', port: 'p5' }),
];
const CLIENTS: ClientSpec[] = [
  { mac: 'one', name: 'one', vlan: 20, port: { sn: 'sw', port: 'p1' }, isTagged: false },
  { mac: 'two', name: 'two', vlan: 20, port: { sn: 'sw', port: 'p2' }, isTagged: true },
  { mac: 'phone', name: 'phone', vlan: 20, ssid: 'Guests', home: { sn: 'ap', band: '5G' } },
];
const PORTS = findCapabilities('NL-SW24P')?.ports ?? [];
const ports = (own: Record<string, Partial<Port>>): Port[] =>
  PORTS.flatMap((port) => (own[port.id] ? [{ ...getDefaultPort(port), ...own[port.id] }] : []));
const vlan = (id: number, own: Partial<DeviceConfig['vlans'][number]>) => ({
  id,
  name: `VLAN ${id}`,
  ip: `10.0.${id}.1`,
  prefix: 24,
  ports: [],
  ...own,
});
const pool = (vlanId: number) => ({
  name: `pool ${vlanId}`,
  vlanId,
  start: `10.0.${vlanId}.10`,
  end: `10.0.${vlanId}.99`,
  mask: '255.255.255.0',
  gateway: `10.0.${vlanId}.1`,
  dns: [],
  leaseMinutes: 80,
});
/** The switches' own VLAN 10 is untagged at lan1, VLAN 20 is tagged. */
const GATEWAY: DeviceConfig = {
  vlans: [vlan(10, { ports: ['lan1'] }), vlan(20, { taggedPorts: ['lan1'] })],
  dhcpPools: [pool(10), pool(20)],
};
const NAMES = [10, 20].map((id) => ({ id, name: `VLAN ${id}`, ports: [] }));
const toSwitch = (own: Parameters<typeof ports>[0], more: Partial<DeviceConfig> = {}): DeviceConfig => ({
  vlans: NAMES,
  dhcpPools: [],
  ports: ports(own),
  ...more,
});
/** Clients of VLAN 20 at p1 untagged and at p2 tagged, and the access point at p5. */
const SWITCH = toSwitch({
  p1: { pvid: 20 },
  p2: { mode: 'trunk', tagged: [20] },
  p5: { mode: 'trunk', tagged: 'all' },
});
const GUESTS = { ssid: 'Guests', vlanId: 20 };
const ACCESS_POINT = { vlans: [], dhcpPools: [], wireless: { wlans: [GUESTS] } } as unknown as DeviceConfig;

function setup(configs: Record<string, DeviceConfig>, own: Partial<SiteSpec> = { hasVlans: true }) {
  const spec: SiteSpec = {
    name: 'Site',
    seed: 1,
    zoneHours: 0,
    day: 'steady',
    devices: DEVICES,
    clients: CLIENTS,
    ...own,
  };
  const network = new SiteNetwork({
    spec,
    entropy: new SeededEntropy(1),
    states: {
      hasPower: () => true,
      isRunning: () => true,
      isMember: () => true,
      isEnabled: (sn, port) => isPortEnabled(configs[sn] ?? FACTORY.active.config, port),
    },
    backhauls: new MeshBackhauls({ devices: DEVICES, seed: 1 }),
    bridges: new BridgeLinks({ devices: DEVICES, seed: 1 }),
    onChange: () => undefined,
  });
  const find = (sn: string) => {
    const caps = findCapabilities(DEVICES.find((each) => each.sn === sn)?.model ?? '');
    return caps && { sn, caps, spec: {}, config: configs[sn] ?? FACTORY.active.config };
  };
  let now = 0;
  const vlans = new SiteVlans({
    spec,
    network,
    get gateway() {
      return find('gw');
    },
    findDevice: find,
    clock: { now: () => now },
  });
  const at = { one: 'sw', two: 'sw', phone: 'ap' };
  return {
    place: (mac: keyof typeof at) => {
      const { port, ssid } = CLIENTS.find((each) => each.mac === mac) ?? {};
      const report: ClientReport = { mac, vlan: 20, ...(ssid ? { ssid } : { port: port?.port ?? '' }) };
      return vlans.findPlace(report, find(at[mac])!);
    },
    isConnected: (sn: string, at = 0) => {
      now = at;
      return vlans.isConnected(find(sn)!);
    },
    configs,
  };
}

const ALL = { gw: GATEWAY, sw: SWITCH, ap: ACCESS_POINT };
const withSwitch = (own: Parameters<typeof toSwitch>[0], more?: Partial<DeviceConfig>) => ({
  ...ALL,
  sw: toSwitch(
    { p1: { pvid: 20 }, p2: { mode: 'trunk', tagged: [20] }, p5: { mode: 'trunk', tagged: 'all' }, ...own },
    more,
  ),
});

describe('VLANs of clients', () => {
  it.each([
    ['arrive at the gateway', ALL, 20, 20, 20],
    ['of untagged clients follow the PVID', withSwitch({ p1: { pvid: 10 } }), undefined, 20, 20],
    [
      'of untagged clients in the own VLAN of the switch arrive untagged',
      withSwitch({ p1: { pvid: 1 } }),
      10,
      20,
      20,
    ],
    ['of tagged clients are dropped by an access port', withSwitch({ p2: { pvid: 20 } }), 20, undefined, 20],
    [
      'of Wi-Fi clients are dropped by the port of their access point',
      withSwitch({ p5: {} }),
      20,
      20,
      undefined,
    ],
    [
      'are dropped by the uplink',
      withSwitch({ p25: { mode: 'trunk', tagged: [] } }),
      undefined,
      undefined,
      undefined,
    ],
    [
      'are dropped by the gateway',
      { ...ALL, gw: { ...GATEWAY, vlans: [vlan(10, { ports: ['lan1'] }), vlan(20, {})] } },
      undefined,
      undefined,
      undefined,
    ],
    ['change on a cable between other PVIDs', withSwitch({ p25: { mode: 'access', pvid: 20 } }), 10, 10, 10],
    ['are followed from a device with factory settings', { gw: GATEWAY }, 10, 20, 10],
  ])('%s', (_, configs, one, two, phone) => {
    const { place } = setup(configs);
    expect([place('one'), place('two'), place('phone')].map(({ network }) => network)).toEqual([
      one,
      two,
      phone,
    ]);
  });

  it('are those of the wiring without a gateway, and in a site without VLANs', () => {
    const drops = withSwitch({ p25: { mode: 'trunk', tagged: [] } });
    const { gw: _gw, ...withoutGateway } = drops;
    expect(setup(withoutGateway).place('two')).toEqual({ vlan: 20, network: 20 });
    expect(setup(drops, {}).place('two')).toEqual({ vlan: 20, network: 20 });
  });
});

describe('the way of a device to the cloud', () => {
  it.each([
    ['is open', ALL, true, true],
    ['ends at a port with another PVID', withSwitch({ p5: { pvid: 30 } }), true, false],
    [
      'ends where the uplink drops its VLAN',
      withSwitch({}, { management: { mode: 'dhcp', vlanId: 30 } }),
      false,
      true,
    ],
    ['leads through a tagged VLAN', withSwitch({}, { management: { mode: 'dhcp', vlanId: 20 } }), true, true],
    [
      'needs an address of the network',
      withSwitch(
        {},
        {
          management: {
            mode: 'static',
            vlanId: 20,
            ip: '10.0.9.5',
            prefix: 24,
            gateway: '10.0.9.1',
            dns: [],
          },
        },
      ),
      false,
      true,
    ],
    ['needs a pool', { ...ALL, gw: { ...GATEWAY, dhcpPools: [pool(20)] } }, false, false],
    ['needs no settings', { gw: GATEWAY }, true, true],
  ])('%s', (_, configs, sw, ap) => {
    const { isConnected } = setup(configs);
    expect([isConnected('sw'), isConnected('ap')]).toEqual([sw, ap]);
  });

  it.each([
    ['the gateway of its network', {}, true],
    ['another gateway', { gateway: '10.0.20.9' }, false],
    ['an address outside of its network', { ip: '10.0.9.5', gateway: '10.0.9.1' }, false],
    ['a VLAN without a network', { vlanId: 30 }, false],
  ])(
    'of a device with a fixed address needs its network and gateway, with and without VLANs: %s',
    (_, own, isOpen) => {
      const fixed = {
        mode: 'static' as const,
        vlanId: 20,
        ip: '10.0.20.5',
        prefix: 24,
        gateway: '10.0.20.1',
        dns: [],
      };
      const configs = withSwitch({}, { management: { ...fixed, ...own } });
      for (const site of [setup(configs), setup(configs, {})]) expect(site.isConnected('sw')).toBe(isOpen);
      const { gw: _gw, ...withoutGateway } = configs;
      expect(setup(withoutGateway, {}).isConnected('sw')).toBe(true);
    },
  );

  it('stays open until the lease ends when the pool is removed, or until it is renewed in another network', () => {
    const site = setup({ ...ALL });
    expect(site.isConnected('sw', 0)).toBe(true);
    site.configs['gw'] = { ...GATEWAY, dhcpPools: [] };
    expect(site.isConnected('sw', 79 * MINUTE_MS)).toBe(true);
    expect(site.isConnected('sw', 80 * MINUTE_MS)).toBe(false);
    site.configs['gw'] = { ...GATEWAY, vlans: [vlan(10, { ports: ['lan1'], ip: '10.9.9.1' })] };
    expect(site.isConnected('sw', 69 * MINUTE_MS)).toBe(false);
    expect(site.isConnected('sw', 70 * MINUTE_MS)).toBe(true);
    site.configs['gw'] = GATEWAY;
    site.configs['sw'] = { ...SWITCH, management: { mode: 'dhcp', vlanId: 20 } };
    expect(site.isConnected('sw', 71 * MINUTE_MS)).toBe(true);
  });
});
