import {
  findCapabilities,
  getDefaultPort,
  type DeviceSettings,
  type PortSetting,
  EMPTY_WIRELESS,
  type WifiPolicy,
  type NetworkConfig,
} from '@northlight/contract';
import type { ReachLink, ReachSource } from '../world.ts';

const getCapabilities = (model: string): ReachSource['caps'] => {
  const caps = findCapabilities(model);
  if (!caps) throw new Error(`There is no model ${model}.`);
  return caps;
};

export const createVlan = (id: number, own: Partial<NetworkConfig['vlans'][number]> = {}) => ({
  id,
  name: `VLAN ${id}`,
  ip: `192.168.${id}.1`,
  prefix: 24,
  ports: [],
  ...own,
});
export const createPool = (vlanId: number) => ({
  name: `pool_${vlanId}`,
  vlanId,
  start: `192.168.${vlanId}.100`,
  end: `192.168.${vlanId}.199`,
  dns: [],
  leaseMinutes: 60,
});
export const createPolicy = (own: Partial<WifiPolicy> = {}): WifiPolicy => ({
  id: 'guests',
  name: 'Guests',
  enabled: true,
  ssid: 'Hotel',
  hidden: false,
  bands: ['2.4G', '5G'],
  security: { mode: 'open' },
  maxClients: 32,
  guest: false,
  shutdowns: [],
  dhcp: 'user',
  devices: 'all',
  vlanId: 20,
  ...own,
});

/**
 * A gateway, a switch at its LAN1, a second switch behind the first, an access point, and a camera without a
 * known cable.
 */
export const CONFIG: NetworkConfig = {
  vlans: [
    createVlan(10, { ports: ['lan1', 'lan2'] }),
    createVlan(20, { taggedPorts: ['lan1'] }),
    createVlan(30, { taggedPorts: ['lan1'], ports: ['lan3'] }),
  ],
  dhcpPools: [createPool(10), createPool(20), createPool(30)],
  wan: [{ mode: 'dhcp', port: 'wan1', dns: [] }],
  wireless: { ...EMPTY_WIRELESS, policies: [createPolicy()] },
};

const SWITCH = getCapabilities('NL-SW8P');
const buildPortSetting = (id: string, own: Partial<PortSetting> = {}): PortSetting => {
  const port = SWITCH.ports.find((each) => each.id === id);
  if (!port) throw new Error(`There is no port ${id}.`);
  return { ...getDefaultPort(port), ...own };
};
const uplink = SWITCH.ports.find(({ role }) => role === 'uplink')?.id ?? '';

const trunk = (id: string): PortSetting => buildPortSetting(id, { mode: 'trunk', tagged: 'all' });

export const SETTINGS: Readonly<Record<string, DeviceSettings>> = {
  sw1: {
    ports: [
      trunk('p1'),
      trunk('p2'),
      buildPortSetting('p3', { pvid: 30 }),
      buildPortSetting('p4', { pvid: 20 }),
    ],
  },
  sw2: { ports: [buildPortSetting('p1', { pvid: 30 })] },
};
export const listSources = (settings = SETTINGS): ReachSource[] => [
  { id: 'gw', name: 'GW-1', role: 'gateway', caps: getCapabilities('NL-GW5'), settings: {} },
  { id: 'sw1', name: 'SW-1', role: 'switch', caps: SWITCH, settings: settings['sw1'] ?? {} },
  { id: 'sw2', name: 'SW-2', role: 'switch', caps: SWITCH, settings: settings['sw2'] ?? {} },
  { id: 'ap', name: 'AP-1', role: 'access-point', caps: getCapabilities('NL-AP6C'), settings: {} },
  { id: 'far', name: 'AP-2', role: 'access-point', caps: getCapabilities('NL-AP6C'), settings: {} },
];
const cable = (one: string, other: string): ReachLink => {
  const [from, to] = [one, other].map((end) => {
    const [device = '', port = ''] = end.split(':');
    return { device, port };
  }) as [ReachLink['from'], ReachLink['to']];
  return { from, to };
};
export const LINKS: readonly ReachLink[] = [
  cable('gw:lan1', `sw1:${uplink}`),
  cable('sw1:p1', 'ap:eth0'),
  cable('sw1:p2', `sw2:${uplink}`),
];
