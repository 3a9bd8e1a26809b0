import { BRIDGE_PORT } from '../bridge/bridge-links.ts';
import type { SiteSpec } from '../spec.ts';
import { SiteBuilder } from './site-builder.ts';

const OFFICE_VLAN = 1;
const YARD_METRES = 180;
/** Ids of the unmanaged switches of an office. */
const UNMANAGED = { forwarding: 'unmanaged-1', dropping: 'unmanaged-2' } as const;

/**
 * Creates an office whose wiring is difficult to find out: access switches in a ring, two unmanaged switches of which one
 * drops LLDP, devices without LLDP, and a yard behind a bridge link.
 */
export function createOfficeSite(seed: number): SiteSpec {
  const site = new SiteBuilder(seed, '10.30');
  const gateway = site.device({ model: 'NL-GW5', name: 'Gateway' });
  const core = site.device({ model: 'NL-CS24F', name: 'Core', uplink: site.port(gateway, 'lan') });
  const floors = [1, 2, 3].map((n) =>
    site.device({ model: 'NL-SW24P', name: `Access-${n}`, uplink: site.port(core, 'p') }),
  );
  const floor = (index: number) => floors[index % floors.length] ?? core;
  const unmanagedSwitches = Object.values(UNMANAGED).map((id, index) => ({
    id,
    uplink: site.port(floor(index), 'p'),
    forwardsLldp: id === UNMANAGED.forwarding,
  }));
  const behind = (id: string, port: number) => ({ sn: id, port: String(port) });
  for (const n of [1, 2, 3, 4])
    site.device({
      model: 'NL-AP6C',
      name: `AP-${n}`,
      uplink: site.port(floor(n), 'p'),
      ...(n === 4 && { hasLldp: false }),
    });
  for (const n of [5, 6, 7])
    site.device({
      model: 'NL-AP6C',
      name: `AP-${n}`,
      uplink: behind(n === 7 ? UNMANAGED.dropping : UNMANAGED.forwarding, n),
    });
  for (const n of [1, 2, 3, 4])
    site.device({
      model: 'NL-IPC4D',
      name: `Camera-${n}`,
      uplink: n > 2 ? behind(UNMANAGED.dropping, n) : site.port(floor(n), 'p'),
    });
  site.device({ model: 'NL-NVR16', name: 'Recorder', uplink: site.port(core, 'p') });
  const base = site.device({ model: 'NL-CPE5', name: 'Bridge-1', uplink: site.port(floor(2), 'p') });
  const yard = site.device({
    model: 'NL-CPE5',
    name: 'Bridge-2',
    uplink: { sn: base.sn, port: BRIDGE_PORT },
    bridgeMetres: YARD_METRES,
  });
  const shed = site.device({ model: 'NL-SW8P', name: 'Shed', uplink: { sn: yard.sn, port: 'eth0' } });
  site.device({ model: 'NL-IPC4B', name: 'Camera-5', uplink: site.port(shed, 'p') });
  site.guests(30, 'Office', OFFICE_VLAN);
  for (const name of ['Office-1', 'Office-2', 'Office-3'])
    site.wired(name, OFFICE_VLAN, site.port(floor(site.clients.length), 'p'));
  site.wired('Printer', OFFICE_VLAN, site.port(floor(0), 'p'), { isQuiet: true });
  return {
    name: 'Office',
    seed,
    zoneHours: 0,
    day: 'steady',
    devices: site.devices,
    clients: site.clients,
    unmanagedSwitches,
    crossCables: [[site.port(floor(0), 'p', 24), site.port(floor(1), 'p', 24)]],
  };
}
