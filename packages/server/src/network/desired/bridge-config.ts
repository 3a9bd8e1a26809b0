import {
  type BridgeDevice,
  type BridgeLink,
  type BridgeScope,
  DEFAULT_BRIDGE_CLIENTS,
  DEFAULT_BRIDGE_DISTANCE_METRES,
  type DeviceRole,
  listLinkRoles,
  listMembers,
  type NetworkConfig,
} from '@northlight/contract';
import type { Capabilities, ConfigBridge } from '@northlight/contract/device-protocol';

interface Bridge {
  readonly id: string;
  readonly caps: Capabilities;
  readonly role: DeviceRole;
}

/**
 * Returns the end of the link that a bridge is in; undefined for other devices, and for a link without a key or with a
 * base that has left the project. `macs` are the MAC addresses of the project's devices by id.
 */
export function buildDesiredBridge(
  { caps, id, role }: Bridge,
  links: readonly BridgeLink[] | undefined,
  { country, macs }: { readonly country: string | undefined; readonly macs: ReadonlyMap<string, string> },
): ConfigBridge | undefined {
  const link = links?.find((each) => listMembers(each).includes(id));
  if (!link || link.key === undefined || !caps.features.includes('bridge-link') || !macs.has(link.baseId))
    return undefined;
  const { baseId, channel, clientIds, distanceMetres, key, maxClients, powerDbm, ssid, vlans, widthMhz } =
    link;
  const peers = (id === baseId ? clientIds : [baseId]).flatMap((peer) => macs.get(peer) ?? []);
  const shared = {
    ssid,
    key,
    widthMhz,
    powerDbm,
    distanceMetres,
    vlans,
    ...(link.peerLock && peers.length > 0 && { peers }),
    ...(country !== undefined && { country }),
  };
  if (role === 'bridge-base' && id === baseId) return { mode: 'base', ...shared, channel, maxClients };
  return role === 'bridge-client' && id !== baseId ? { mode: 'client', ...shared } : undefined;
}

interface ScopeDevice extends Bridge {
  readonly name: string;
  readonly model: string;
  readonly mac: string;
}

/** Returns the bridges of a project for forms and rules; undefined without bridges. */
export function buildBridgeScope(
  devices: readonly ScopeDevice[],
  country: string | undefined,
): BridgeScope | undefined {
  const bridges = devices.filter(({ caps }) => caps.kind === 'cpe').map(toBridgeDevice);
  return bridges.length === 0 ? undefined : { devices: bridges, ...(country !== undefined && { country }) };
}

function toBridgeDevice({ caps, id, mac, model, name, role }: ScopeDevice): BridgeDevice {
  const [radio] = caps.radios;
  return {
    id,
    name,
    model,
    role: role === 'bridge-client' ? role : 'bridge-base',
    mac,
    supportsLinks: caps.features.includes('bridge-link'),
    ...(radio && { radio }),
    maxClients: caps.limits.bridgeClients ?? DEFAULT_BRIDGE_CLIENTS,
    maxDistanceMetres: caps.limits.bridgeDistanceMetres ?? DEFAULT_BRIDGE_DISTANCE_METRES,
  };
}

/**
 * Returns the devices with the roles that the links of the configuration require. The review lists these changes of
 * roles, and applying the configuration stores them.
 */
export function withLinkRoles<D extends { readonly id: string; readonly role: DeviceRole }>(
  devices: readonly D[],
  { bridgeLinks }: Pick<NetworkConfig, 'bridgeLinks'>,
): readonly D[] {
  const roles = listLinkRoles(bridgeLinks);
  return devices.map((device) => {
    const role = roles.get(device.id);
    return role === undefined || role === device.role ? device : { ...device, role };
  });
}
