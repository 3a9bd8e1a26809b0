import { BRIDGE_PORT } from '../bridge/bridge-links.ts';
import type { SiteSpec } from '../spec.ts';
import { SiteBuilder } from './site-builder.ts';

const HOME_VLAN = 1;
const BARN_METRES = 300;

/** Creates a farm: a house with gateway, wireless router and switch, and a barn 300 m away behind a bridge link. */
export function createFarmSite(seed: number): SiteSpec {
  const site = new SiteBuilder(seed, '192.168');
  const gateway = site.device({ model: 'NL-GW5', name: 'Gateway' });
  const house = site.device({ model: 'NL-SW8P', name: 'House-switch', uplink: site.port(gateway, 'lan') });
  site.device({ model: 'NL-WR3', name: 'Router', uplink: site.port(house, 'p') });
  const base = site.device({ model: 'NL-CPE5', name: 'House-bridge', uplink: site.port(house, 'p') });
  const client = site.device({
    model: 'NL-CPE5',
    name: 'Barn-bridge',
    uplink: { sn: base.sn, port: BRIDGE_PORT },
    bridgeMetres: BARN_METRES,
  });
  site.device({ model: 'NL-AP6O', name: 'Barn-AP', uplink: { sn: client.sn, port: 'eth0' } });
  site.guests(8, 'Farm', HOME_VLAN);
  return { name: 'Farm', seed, zoneHours: 1, day: 'home', devices: site.devices, clients: site.clients };
}
