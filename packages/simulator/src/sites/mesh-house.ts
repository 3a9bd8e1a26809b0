import type { SiteSpec } from '../spec.ts';
import { SiteBuilder } from './site-builder.ts';

const ROOMS = ['Kitchen', 'Bedroom', 'Study', 'Attic', 'Garage'];
const SPARE_ROOMS = ['Guest-room', 'Terrace'];
const HOME_VLAN = 1;

/**
 * Creates a house without cables: one primary and five secondary mesh nodes, about 25 clients, and two factory-new
 * nodes that are not part of the mesh yet.
 */
export function createMeshHouseSite(seed: number): SiteSpec {
  const site = new SiteBuilder(seed, '192.168');
  const primary = site.device({ model: 'NL-MESHP', name: 'Living-room', meshRole: 'primary' });
  const nodes = [primary];
  for (const name of ROOMS) {
    const parent = nodes[Math.floor((nodes.length - 1) / 2)] ?? primary;
    const uplink = { sn: parent.sn, port: 'mesh' };
    nodes.push(site.device({ model: 'NL-MESHS', name, uplink, meshRole: 'secondary' }));
  }
  site.guests(26, 'Maple House', HOME_VLAN);
  site.wired('Television', HOME_VLAN, site.port(primary, 'lan'));
  const spares = SPARE_ROOMS.map((name) =>
    site.spare({
      model: 'NL-MESHS',
      name,
      uplink: { sn: primary.sn, port: 'mesh' },
      meshRole: 'secondary',
    }),
  );
  return {
    name: 'Maple House',
    seed,
    zoneHours: 8,
    day: 'home',
    devices: site.devices,
    clients: site.clients,
    spares,
  };
}
