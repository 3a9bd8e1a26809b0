import { isGatewayRole, LAN_VLAN_ID, listEffectivePorts } from '@northlight/contract';
import type {
  CableEnd,
  SandboxSource,
  Services,
  SimulatedCopy,
  SourceDevice,
} from '@northlight/server/extension';
import {
  BRIDGE_PORT,
  type ClientSpec,
  createMac,
  createSerialNumber,
  type DeviceSpec,
  MESH_PORT,
  type PortSpec,
  type SiteSpec,
  type UnmanagedSwitchSpec,
} from '@northlight/simulator';
import { SeededEntropy } from '@northlight/runtime';
import { copySecret } from './copies.ts';

const DEFAULT_VLAN = 1;

/** Uplink of a device of the source. */
interface Uplink {
  readonly upper: SourceDevice;
  readonly port: string;
  readonly isCable: boolean;
}

/**
 * Describes a site with simulated devices for those of a project: with other identities, the same capabilities, and cables
 * and clients where the project shows them. The id of the sandbox is the seed.
 */
export function simulate(
  services: Pick<Services, 'envelope'>,
  source: SandboxSource,
  sandboxId: number,
): SimulatedCopy {
  const entropy = new SeededEntropy(sandboxId);
  const identities = new Map(
    source.devices.map(({ id }, index) => [
      id,
      { sn: createSerialNumber(entropy, index + 1), mac: createMac(entropy) },
    ]),
  );
  const getSn = (id: string): string => identities.get(id)?.sn ?? '';
  const uplinks = findUplinks(source);
  const hubs = findSharedPorts(uplinks);
  const toPort = ({ port, upper }: Uplink, end: string): PortSpec => {
    const hub = hubs.get(formatPort(upper.id, port));
    return hub === undefined ? { sn: getSn(upper.id), port } : { sn: hub, port: end };
  };
  const metres = new Map(
    (source.content.config.bridgeLinks ?? []).flatMap(({ clientIds, distanceMetres }) =>
      clientIds.map((id) => [id, distanceMetres] as const),
    ),
  );
  const devices = source.devices.map((device, index): DeviceSpec => {
    const uplink = uplinks.get(device.id);
    const bridgeMetres = metres.get(device.id);
    return {
      sn: getSn(device.id),
      mac: identities.get(device.id)?.mac ?? '',
      model: device.model,
      caps: device.caps,
      name: device.name,
      vlan: device.vlan ?? DEFAULT_VLAN,
      ip: device.ip ?? `10.255.${Math.floor(index / 250)}.${(index % 250) + 1}`,
      ...(device.software !== null && { software: device.software }),
      ...(device.isUnexplained && { isReachable: true }),
      ...(device.meshRole && { meshRole: device.meshRole }),
      ...(uplink && { uplink: toPort(uplink, getSn(device.id)) }),
      ...(uplink?.isCable && device.uplinkPort !== undefined && { uplinkPort: device.uplinkPort }),
      ...(bridgeMetres !== undefined && { bridgeMetres }),
    };
  });
  const { clients, unplaced } = describeClients(source, getSn, hubs);
  const site: SiteSpec = {
    name: 'Sandbox',
    seed: sandboxId,
    zoneHours: 0,
    day: 'steady',
    hasVlans: true,
    devices,
    clients,
    unmanagedSwitches: describeHubs(hubs, getSn),
    crossCables: source.furtherCables
      .filter((ends) => ends.every(({ deviceId }) => identities.has(deviceId)))
      .map(([one, other]) => [toPortSpec(one, getSn), toPortSpec(other, getSn)]),
  };
  return {
    site,
    devices: source.devices.map((device, index) => {
      const spec = devices[index];
      const uplink = uplinks.get(device.id);
      return {
        sourceId: device.id,
        sn: getSn(device.id),
        mac: spec?.mac ?? '',
        model: device.model,
        name: device.name,
        caps: device.caps,
        role: device.role,
        secret: copySecret(services, getSn(device.id)),
        ...(uplink && { uplink: { sourceId: uplink.upper.id, port: uplink.port, isCable: uplink.isCable } }),
      };
    }),
    notes: describeNotes(source, uplinks, unplaced),
  };
}

/** Finds the uplinks of the devices. A port that the device above does not have is that of a wireless link. */
function findUplinks({ devices }: SandboxSource): ReadonlyMap<string, Uplink> {
  const byId = new Map(devices.map((device) => [device.id, device] as const));
  return new Map(
    devices.flatMap((device): (readonly [string, Uplink])[] => {
      const upper = byId.get(device.parentId ?? '');
      if (!upper) return [];
      const port = device.parentPort ?? '';
      const isCable = upper.caps.ports.some(({ id }) => id === port);
      if (isCable) return [[device.id, { upper, port, isCable }]];
      const wireless = findWirelessPort(device, upper);
      return wireless === undefined ? [] : [[device.id, { upper, port: wireless, isCable }]];
    }),
  );
}

function findWirelessPort(device: SourceDevice, upper: SourceDevice): string | undefined {
  if (device.meshRole && upper.meshRole) return MESH_PORT;
  return device.caps.kind === 'cpe' && upper.caps.kind === 'cpe' ? BRIDGE_PORT : undefined;
}

const formatPort = (deviceId: string, port: string): string => `${deviceId} ${port}`;

/** Returns the id of an unmanaged switch for each port with several devices. */
function findSharedPorts(uplinks: ReadonlyMap<string, Uplink>): ReadonlyMap<string, string> {
  const cables = [...uplinks.values()].filter(({ isCable }) => isCable);
  const ports = Map.groupBy(cables, ({ port, upper }) => formatPort(upper.id, port));
  const shared = [...ports].filter(([, own]) => own.length > 1).map(([key]) => key);
  return new Map(shared.map((key, index) => [key, `hub-${index + 1}`] as const));
}

const describeHubs = (
  hubs: ReadonlyMap<string, string>,
  getSn: (id: string) => string,
): UnmanagedSwitchSpec[] =>
  [...hubs].map(([key, id]) => {
    const [deviceId = '', ...port] = key.split(' ');
    return { id, uplink: { sn: getSn(deviceId), port: port.join(' ') }, forwardsLldp: true };
  });

const toPortSpec = ({ deviceId, port }: CableEnd, getSn: (id: string) => string): PortSpec => ({
  sn: getSn(deviceId),
  port,
});

/** Describes the clients of the source at their devices; one whose port or network is unknown has no place. */
function describeClients(
  source: SandboxSource,
  getSn: (id: string) => string,
  hubs: ReadonlyMap<string, string>,
): { readonly clients: ClientSpec[]; readonly unplaced: number } {
  const { clients } = source;
  const known = new Map(source.devices.map((device) => [device.id, device] as const));
  const placed = clients.flatMap((client): ClientSpec[] => {
    const { band, deviceId, ip, mac, name, port, ssid } = client;
    const device = known.get(deviceId);
    if (!device) return [];
    const own = { mac, name, vlan: client.vlan ?? DEFAULT_VLAN, ...(ip !== null && { ip }) };
    const sn = getSn(deviceId);
    if (port !== null) {
      const behind = hubs.get(formatPort(deviceId, port));
      const isTagged = client.vlan !== null && client.vlan !== findPortVlan(source, device, port);
      return [{ ...own, isTagged, port: { sn, port }, ...(behind !== undefined && { behind }) }];
    }
    return ssid !== null && isBand(band) ? [{ ...own, ssid, home: { sn, band } }] : [];
  });
  return { clients: placed, unplaced: clients.length - placed.length };
}

/** Returns the VLAN of untagged frames at a port; undefined at a port without one. */
function findPortVlan(
  { content }: SandboxSource,
  { caps, id, role }: SourceDevice,
  port: string,
): number | undefined {
  const { lan, vlans } = content.config;
  if (isGatewayRole(role)) return vlans.find(({ ports }) => ports.includes(port))?.id ?? (lan && LAN_VLAN_ID);
  const { settings = {} } = content.devices?.find(({ deviceId }) => deviceId === id) ?? {};
  return listEffectivePorts(caps, settings).find((each) => each.id === port)?.pvid;
}

const BANDS = ['2.4G', '5G', '5G-2', '6G'] as const;
const isBand = (band: string | null): band is NonNullable<ClientSpec['home']>['band'] =>
  BANDS.some((each) => each === band);

function describeNotes(
  { devices }: SandboxSource,
  uplinks: ReadonlyMap<string, Uplink>,
  unplaced: number,
): string[] {
  const notes: readonly (readonly [count: number, one: string, many: string])[] = [
    [
      devices.filter(({ isOnline }) => !isOnline).length,
      'device was offline and starts switched off.',
      'devices were offline and start switched off.',
    ],
    [
      devices.filter(({ isOpenWifi }) => isOpenWifi).length,
      'OpenWiFi device answers by the protocol of Northlight devices.',
      'OpenWiFi devices answer by the protocol of Northlight devices.',
    ],
    [
      devices.filter(({ id, parentId }) => parentId !== null && !uplinks.has(id)).length,
      'device has an unknown uplink port and is connected to the internet directly.',
      'devices have an unknown uplink port and are connected to the internet directly.',
    ],
    [
      devices.filter(({ isUnexplained }) => isUnexplained).length,
      'device is online without a path in the configuration. Changes of VLANs do not disconnect it.',
      'devices are online without a path in the configuration. Changes of VLANs do not disconnect them.',
    ],
    [
      unplaced,
      'client has no known port or network and is left out.',
      'clients have no known port or network and are left out.',
    ],
  ];
  return notes.flatMap(([count, one, many]) => (count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]));
}
