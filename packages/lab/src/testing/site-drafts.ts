/** Random drafts for the lab's site, each of which is applied to the same configuration. */
import type { DeviceSettings, NetworkConfig, PortSetting } from '@northlight/contract';
import { drawRandomInt, type Entropy } from '@northlight/runtime';
import { BEHIND_ROUTER } from '../lab-site.ts';
import { createAccessPort, createPool, createTrunkPort, createVlan } from './site-configurations.ts';

export interface SiteDraft {
  readonly config: NetworkConfig;
  /** Settings of the switch. */
  readonly settings: DeviceSettings;
  /** The changes, as short sentences. */
  readonly titles: readonly string[];
}

/** VLAN 10 is that of the switch, untagged. The client at the gateway and a2 are in VLAN 30, a1 and a3 in VLAN 40. */
export const BASELINE: SiteDraft = {
  config: {
    vlans: [
      createVlan(10, { ports: ['lan2'] }),
      createVlan(30, { ports: ['lan1'], taggedPorts: ['lan2'] }),
      createVlan(40, { taggedPorts: ['lan2'] }),
    ],
    dhcpPools: [createPool(10), createPool(30), createPool(40)],
  },
  settings: {
    ports: [
      createAccessPort('p1', 40),
      createAccessPort('p2', 30),
      createTrunkPort('p3'),
      createAccessPort('p5', 40),
    ],
  },
  titles: [],
};

interface Change {
  readonly title: string;
  readonly config?: (config: NetworkConfig) => NetworkConfig;
  readonly settings?: (settings: DeviceSettings) => DeviceSettings;
}

type Vlan = NetworkConfig['vlans'][number];

const changeVlan = (id: number, change: (vlan: Vlan) => Vlan) => (config: NetworkConfig) => ({
  ...config,
  vlans: config.vlans.map((vlan) => (vlan.id === id ? change(vlan) : vlan)),
});
const withoutPool = (id: number) => (config: NetworkConfig) => ({
  ...config,
  dhcpPools: config.dhcpPools.filter(({ vlanId }) => vlanId !== id),
});
const withPool = (id: number, own: Parameters<typeof createPool>[1]) => (config: NetworkConfig) => ({
  ...config,
  dhcpPools: [...withoutPool(id)(config).dhcpPools, createPool(id, own)],
});
const withoutVlan = (id: number) => (config: NetworkConfig) => ({
  ...withoutPool(id)(config),
  vlans: config.vlans.filter((vlan) => vlan.id !== id),
});
const setPort =
  (port: PortSetting) =>
  ({ ports = [], ...settings }: DeviceSettings): DeviceSettings => ({
    ...settings,
    ports: [...ports.filter(({ id }) => id !== port.id), port],
  });

/** Draws one change of the network or of the switch. */
function drawChange(entropy: Entropy, macs: readonly string[]): Change {
  const choose = <T>(...items: readonly [T, ...T[]]): T =>
    items[drawRandomInt(entropy, 0, items.length - 1)] ?? items[0];
  const [vlan, port] = [choose(30, 40), choose('p1', 'p2')];
  const pvid = choose(1, 10, 30, 40, 60, 99);
  const some = choose([30], [40], [10, 30, 40], [30, 40]);
  const trunk = (id: string, own: Partial<PortSetting>) => setPort({ ...createTrunkPort(id), ...own });
  const network: readonly [Change, ...Change[]] = [
    { title: `lan2 drops VLAN ${vlan}`, config: changeVlan(vlan, (own) => ({ ...own, taggedPorts: [] })) },
    {
      title: 'lan1 is in VLAN 40',
      config: (config) =>
        changeVlan(40, (own) => ({ ...own, ports: ['lan1'] }))(
          changeVlan(30, (own) => ({ ...own, ports: [] }))(config),
        ),
    },
    { title: 'lan1 is in no VLAN', config: changeVlan(30, (own) => ({ ...own, ports: [] })) },
    { title: `no pool in VLAN ${vlan}`, config: withoutPool(vlan) },
    { title: 'no pool in VLAN 10', config: withoutPool(10) },
    { title: `no VLAN ${vlan}`, config: withoutVlan(vlan) },
    {
      title: `VLAN ${vlan} has another network`,
      config: (config) =>
        changeVlan(vlan, (own) => ({ ...own, ip: `192.168.1${vlan}.1` }))(
          withPool(vlan, { start: `192.168.1${vlan}.60`, end: `192.168.1${vlan}.90` })(config),
        ),
    },
    {
      title: `a pool of other addresses in VLAN ${vlan}`,
      config: withPool(vlan, { start: `192.168.${vlan}.200`, end: `192.168.${vlan}.220` }),
    },
    {
      title: `reserved addresses in VLAN ${vlan}`,
      config: withPool(vlan, {
        reservations: macs.map((mac, index) => ({
          mac,
          ip: `192.168.${vlan}.${50 + index}`,
          name: `R${index}`,
        })),
      }),
    },
    {
      title: 'VLAN 60 for a client',
      config: (config) => ({
        ...withPool(60, {})(config),
        vlans: [...config.vlans, createVlan(60, { taggedPorts: ['lan2'] })],
      }),
      settings: setPort(createAccessPort(port, 60)),
    },
    {
      title: 'lan2 is untagged in VLAN 30',
      config: (config) =>
        changeVlan(30, (own) => ({ ...own, ports: ['lan1', 'lan2'], taggedPorts: [] }))(
          changeVlan(10, (own) => ({ ...own, ports: [] }))(config),
        ),
    },
    {
      title: 'a route to a network behind a router',
      config: (config) => ({
        ...config,
        staticRoutes: [
          {
            name: 'branch',
            destination: BEHIND_ROUTER.destination,
            prefix: BEHIND_ROUTER.prefix,
            nextHop: '192.168.40.9',
          },
        ],
      }),
    },
  ];
  const ofSwitch: readonly [Change, ...Change[]] = [
    { title: `${port} is in VLAN ${pvid}`, settings: setPort(createAccessPort(port, pvid)) },
    { title: `${port} is a trunk of VLAN ${pvid}`, settings: trunk(port, { pvid }) },
    {
      title: `${port} is hybrid in VLAN ${pvid}, with ${some.join(', ')}`,
      settings: trunk(port, {
        mode: 'hybrid',
        pvid,
        untagged: [pvid],
        tagged: some.filter((id) => id !== pvid),
      }),
    },
    { title: `${port} is off`, settings: setPort(createAccessPort(port, 40, { enabled: false })) },
    { title: `u1 carries ${some.join(', ')}`, settings: trunk('u1', { tagged: some }) },
    { title: `u1 is in VLAN ${pvid}`, settings: setPort(createAccessPort('u1', pvid)) },
    { title: `u1 has PVID ${pvid}`, settings: trunk('u1', { pvid }) },
    {
      title: `the switch itself is in VLAN ${vlan}`,
      settings: (settings) => ({ ...settings, management: { mode: 'dhcp', vlanId: vlan } }),
    },
    {
      title: 'the switch itself is in VLAN 10',
      settings: (settings) => ({ ...settings, management: { mode: 'dhcp', vlanId: 10 } }),
    },
    {
      title: 'the switch has a fixed address',
      settings: (settings) => ({
        ...settings,
        management: {
          mode: 'static',
          vlanId: 40,
          ip: '192.168.40.240',
          prefix: 24,
          gateway: '192.168.40.1',
          dns: [],
        },
      }),
    },
    { title: `p3 is in VLAN ${pvid}`, settings: setPort(createAccessPort('p3', pvid)) },
    { title: `p3 carries ${some.join(', ')}`, settings: trunk('p3', { tagged: some }) },
  ];
  return choose(true, false) ? choose(...network) : choose(...ofSwitch);
}

/** Draws a draft of one or two changes. `macs` are those of the clients. */
export function drawSiteDraft(entropy: Entropy, macs: readonly string[]): SiteDraft {
  const changes = Array.from({ length: drawRandomInt(entropy, 1, 2) }, () => drawChange(entropy, macs));
  return changes.reduce<SiteDraft>(
    ({ config, settings, titles }, change) => ({
      config: change.config?.(config) ?? config,
      settings: change.settings?.(settings) ?? settings,
      titles: [...titles, change.title],
    }),
    BASELINE,
  );
}
