import { EMPTY_WIRELESS, type NetworkConfig, type PortSetting, type WifiPolicy } from '@northlight/contract';
import { MINUTE_MS } from '@northlight/runtime';
import type { AlarmSite } from './alarm-site.ts';
import type { SitePlan } from './site-plan.ts';
import type { Scenario } from './scenario.ts';

/** A gateway, a core switch, and behind it a switch with wired clients and an access point. */
export const OFFICE: SitePlan = {
  gw: { model: 'NL-GW5' },
  core: { model: 'NL-SW8P', on: 'gw', port: 'lan1', ownPort: 'p9' },
  sw: { model: 'NL-SW8P', on: 'core', port: 'p1', ownPort: 'p9' },
  ap: { model: 'NL-AP6C', on: 'core', port: 'p2' },
};

const createVlan = (id: number, taggedPorts: string[]) => ({
  id,
  name: `VLAN ${id}`,
  ip: `10.0.${id}.1`,
  prefix: 24,
  ports: [],
  taggedPorts,
});
const createPool = (vlanId: number) => ({
  name: `pool${vlanId}`,
  vlanId,
  start: `10.0.${vlanId}.10`,
  end: `10.0.${vlanId}.99`,
  dns: [],
  leaseMinutes: 60,
});
const GUESTS: WifiPolicy = {
  id: 'guests',
  name: 'Guests',
  enabled: true,
  ssid: 'Guests',
  hidden: false,
  bands: ['2.4G', '5G'],
  security: { mode: 'open' },
  maxClients: 32,
  guest: false,
  shutdowns: [],
  dhcp: 'user',
  devices: 'all',
  vlanId: 20,
};
const CONFIG: NetworkConfig = {
  lan: { ip: '10.0.1.1', prefix: 24 },
  vlans: [createVlan(20, ['lan1']), createVlan(30, ['lan1'])],
  dhcpPools: [createPool(20), createPool(30)],
  wireless: { ...EMPTY_WIRELESS, policies: [GUESTS] },
};

const TRUNK: Partial<PortSetting> = { mode: 'trunk', tagged: 'all' };
const WITHOUT_VLANS: Partial<PortSetting> = { mode: 'trunk', tagged: [] };
const WITHOUT_GUESTS: Partial<PortSetting> = { mode: 'trunk', tagged: [30] };
const CORE_PORTS = { p1: TRUNK, p2: TRUNK };

/** Sets the ports of all devices so that every VLAN reaches the gateway. */
async function setUpVlanPaths(site: AlarmSite): Promise<void> {
  await site.applyConfig(CONFIG);
  await site.setPorts('core', CORE_PORTS);
  await site.setPorts('sw', { p3: { pvid: 20 }, p4: { pvid: 30 } });
  await site.confirmConfigs();
  await site.wait(2 * MINUTE_MS);
}

/** Sets up the site, then changes a port of the core switch, by default so that it no longer carries VLAN 20. */
export async function breakPath(
  site: AlarmSite,
  port: 'p1' | 'p2',
  change: Partial<PortSetting> = WITHOUT_GUESTS,
): Promise<void> {
  await setUpVlanPaths(site);
  await site.setPorts('core', { ...CORE_PORTS, [port]: change });
  await site.confirmConfigs();
  await site.wait(2 * MINUTE_MS);
}

/** Breaks the path to a switch that goes offline before its alarm is raised. */
async function breakPathToOfflineSwitch(site: AlarmSite): Promise<void> {
  await setUpVlanPaths(site);
  await site.setPorts('core', { ...CORE_PORTS, p1: WITHOUT_GUESTS });
  await site.confirmConfigs();
  await site.down('sw');
  await site.wait(2 * MINUTE_MS);
}

/** Makes the ports of the core switch carry all VLANs again. */
export async function repairPath(site: AlarmSite): Promise<void> {
  await site.setPorts('core', CORE_PORTS);
  await site.confirmConfigs();
  await site.wait(2 * MINUTE_MS);
}

const raised: readonly Scenario[] = [
  {
    title: 'raises no alarm while all VLANs reach the gateway',
    play: setUpVlanPaths,
    shows: [],
  },
  {
    title: 'raises one alarm for a port that no longer carries the VLAN of a switch behind it',
    play: (site) => breakPath(site, 'p1'),
    shows: ['vlan-path-broken core p1'],
  },
  {
    title: 'raises an alarm for a port that does not carry the VLAN of a Wi-Fi network',
    play: (site) => breakPath(site, 'p2', { mode: 'access', pvid: 1, tagged: [] }),
    shows: ['vlan-path-broken core p2'],
  },
  {
    title: 'raises one alarm for a port that does not carry two VLANs',
    play: (site) => breakPath(site, 'p1', WITHOUT_VLANS),
    shows: ['vlan-path-broken core p1'],
  },
  {
    title: 'raises one alarm at the gateway for all devices behind its port',
    play: async (site) => {
      await setUpVlanPaths(site);
      await site.applyConfig({ ...CONFIG, vlans: [createVlan(20, ['lan2']), createVlan(30, ['lan1'])] });
      await site.confirmConfigs();
      await site.wait(2 * MINUTE_MS);
    },
    shows: ['vlan-path-broken gw lan1'],
  },
  {
    title: 'raises one alarm for two ports of a switch that lose the VLAN at once',
    play: async (site) => {
      await setUpVlanPaths(site);
      await site.setPorts('core', { p1: WITHOUT_GUESTS, p2: WITHOUT_GUESTS });
      await site.confirmConfigs();
      await site.wait(2 * MINUTE_MS);
    },
    shows: ['vlan-path-broken core p1 +1/1'],
  },
];

const withheld: readonly Scenario[] = [
  {
    title: 'raises no alarm for a VLAN path without known cables',
    plan: {
      gw: { model: 'NL-GW5' },
      core: { model: 'NL-SW8P' },
      sw: { model: 'NL-SW8P', on: 'core', port: 'p1', ownPort: 'p9' },
    },
    play: (site) => breakPath(site, 'p1'),
    shows: [],
  },
  {
    title: 'raises no alarm for a VLAN path while the device has not confirmed its configuration',
    play: async (site) => {
      await setUpVlanPaths(site);
      await site.setPorts('core', { ...CORE_PORTS, p1: WITHOUT_GUESTS });
      await site.wait(2 * MINUTE_MS);
    },
    shows: [],
  },
  {
    title: 'raises no alarm for a VLAN path while a device on the way is offline',
    play: breakPathToOfflineSwitch,
    shows: ['device-offline sw'],
  },
  {
    title: 'raises the alarm of a VLAN path when the device on the way is online again',
    play: async (site) => {
      await breakPathToOfflineSwitch(site);
      await site.up('sw');
      await site.wait(3 * MINUTE_MS);
    },
    shows: ['device-offline sw over', 'vlan-path-broken core p1'],
  },
];

const resolved: readonly Scenario[] = [
  {
    title: 'resolves the alarm of a VLAN path when the port carries the VLAN again',
    play: async (site) => {
      await breakPath(site, 'p1');
      await repairPath(site);
    },
    shows: ['vlan-path-broken core p1 over'],
  },
  {
    title: 'keeps the alarm of a VLAN path while the device has not confirmed the correction',
    play: async (site) => {
      await breakPath(site, 'p1');
      await site.setPorts('core', CORE_PORTS);
      await site.wait(2 * MINUTE_MS);
    },
    shows: ['vlan-path-broken core p1'],
  },
  {
    title: 'keeps the alarm of a VLAN path while a device on the way is offline',
    play: async (site) => {
      await breakPath(site, 'p1');
      await site.down('sw');
      await site.wait(2 * MINUTE_MS);
    },
    shows: ['device-offline sw', 'vlan-path-broken core p1'],
  },
  {
    title: 'resolves the alarm of a VLAN path when no client needs the VLAN',
    play: async (site) => {
      await breakPath(site, 'p1');
      await site.setPorts('sw', { p4: { pvid: 30 } });
      await site.confirmConfigs();
      await site.wait(2 * MINUTE_MS);
    },
    shows: ['vlan-path-broken core p1 over'],
  },
];

/** VLANs that do not reach the gateway because a port does not carry them. */
export const VLAN_PATH_SCENARIOS: readonly Scenario[] = [...raised, ...withheld, ...resolved].map(
  (scenario) => ({ plan: OFFICE, ...scenario }),
);
