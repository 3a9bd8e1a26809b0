import { BRIDGE_PORT } from '../bridge/bridge-links.ts';
import { createHotelBuilding, placeOnFloor, placeOutside } from '../building/hotel-building.ts';
import type { DeviceSpec, SiteSpec } from '../spec.ts';
import { SiteBuilder } from './site-builder.ts';

const GUEST_VLAN = 20;
const STAFF_VLAN = 30;
const VIDEO_VLAN = 40;
/** VLAN that the gateway does not have: the port of the display in the lobby is in it by mistake. */
const UNKNOWN_VLAN = 90;
const FLOORS = 6;
const APS = 40;
const OUTDOOR_APS = 4;
/** Floors whose plans are known. */
const PLANNED_FLOORS = 2;
const CAMERAS = 12;
const BRIDGE_METRES = 240;

/**
 * Creates a hotel: a gateway, 2 core and 6 access switches, 40 access points, 2 recorders, 12 cameras, 2
 * bridges, and about 400 clients.
 */
export function createHotelSite(seed: number): SiteSpec {
  const site = new SiteBuilder(seed, '10.10');
  const gateway = site.device({ model: 'NL-GW10', name: 'Gateway' });
  const cores = [1, 2].map((n) =>
    site.device({ model: 'NL-CS24F', name: `Core-${n}`, uplink: site.port(gateway, 'lan') }),
  );
  const core = (index: number) => cores[index % cores.length] ?? gateway;
  const floors = Array.from({ length: FLOORS }, (_, index) =>
    site.device({ model: 'NL-SW24P', name: `Access-F${index + 1}`, uplink: site.port(core(index), 'p') }),
  );
  const floor = (index: number) => floors[index % floors.length] ?? gateway;
  const inside: DeviceSpec[] = [];
  const outside: DeviceSpec[] = [];
  for (let index = 0; index < APS; index++) {
    const outdoor = index >= APS - OUTDOOR_APS;
    const model = outdoor ? 'NL-AP6O' : index % 5 === 0 ? 'NL-AP6CPRO' : 'NL-AP6C';
    const number = String(index + 1).padStart(2, '0');
    const ap = site.device({
      model,
      name: `${outdoor ? 'AP-Out' : 'AP'}-${number}`,
      uplink: site.port(floor(index), 'p'),
    });
    (outdoor ? outside : inside).push(ap);
  }
  for (const n of [1, 2])
    site.device({ model: 'NL-NVR16', name: `NVR-${n}`, uplink: site.port(core(n), 'p') }, VIDEO_VLAN);
  for (let index = 0; index < CAMERAS; index++) {
    const number = String(index + 1).padStart(2, '0');
    const model = index % 2 === 0 ? 'NL-IPC4D' : 'NL-IPC4B';
    site.device({ model, name: `Camera-${number}`, uplink: site.port(floor(index), 'p') }, VIDEO_VLAN);
  }
  const base = site.device({ model: 'NL-CPE5', name: 'Bridge-1', uplink: site.port(floor(1), 'p') });
  site.device({
    model: 'NL-CPE5',
    name: 'Bridge-2',
    uplink: { sn: base.sn, port: BRIDGE_PORT },
    bridgeMetres: BRIDGE_METRES,
  });
  site.guests(360, 'Grand Hotel', GUEST_VLAN);
  site.guests(50, 'Grand Hotel Staff', STAFF_VLAN);
  for (const [index, name] of [
    'Reception-1',
    'Reception-2',
    'Office-1',
    'Office-2',
    'Printer',
    'Kitchen',
  ].entries())
    site.wired(name, STAFF_VLAN, site.port(floor(index), 'p'));
  site.wired('Lobby-display', UNKNOWN_VLAN, site.port(floor(0), 'p'), { ip: '169.254.61.17' });
  const byFloor = Array.from({ length: FLOORS }, (_, on) =>
    inside.flatMap(({ sn }, index) => (index % FLOORS === on ? [sn] : [])),
  );
  return {
    name: 'Grand Hotel',
    seed,
    zoneHours: 8,
    day: 'hotel',
    hasRadar: true,
    devices: site.devices,
    clients: site.clients,
    building: createHotelBuilding(byFloor.slice(0, PLANNED_FLOORS)),
    places: new Map([
      ...byFloor.flatMap((serialNumbers, on) => placeOnFloor(serialNumbers, on + 1)),
      ...placeOutside(outside.map(({ sn }) => sn)),
    ]),
  };
}
