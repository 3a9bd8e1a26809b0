import type { Capabilities } from '../device-protocol/capabilities.ts';
import { NET_MODES } from '../projects/schema.ts';

/**
 * Roles of devices in their project. The role and the capabilities of a device determine which parts of the
 * project's configuration it receives.
 */
export const DEVICE_ROLES = [
  'gateway',
  'ac',
  'switch',
  'access-point',
  'mesh-primary',
  'mesh-secondary',
  'bridge-base',
  'bridge-client',
  'recorder',
  'camera',
] as const;
export type DeviceRole = (typeof DEVICE_ROLES)[number];

export const ROLE_LABELS: Readonly<Record<DeviceRole, string>> = {
  gateway: 'Gateway',
  ac: 'AC',
  switch: 'Switch',
  'access-point': 'Access point',
  'mesh-primary': 'Primary node',
  'mesh-secondary': 'Secondary node',
  'bridge-base': 'Bridge base',
  'bridge-client': 'Bridge client',
  recorder: 'Recorder',
  camera: 'Camera',
};

/** Roles of the device that serves the networks of a project: VLANs, DHCP, internet. A project has at most one. */
export const GATEWAY_ROLES = ['gateway', 'ac', 'mesh-primary'] as const satisfies readonly DeviceRole[];
/** Roles of devices through which a project reaches the internet. An AC has no WAN port. */
export const WAN_ROLES = ['gateway', 'mesh-primary'] as const satisfies readonly DeviceRole[];
/** Roles of devices that broadcast the wireless policies of a project. Bridges do not. */
const BROADCAST_ROLES = [
  'gateway',
  'access-point',
  'mesh-primary',
  'mesh-secondary',
] as const satisfies readonly DeviceRole[];

/** Roles of mesh nodes, which have a backhaul. */
export const MESH_ROLES = ['mesh-primary', 'mesh-secondary'] as const satisfies readonly DeviceRole[];

export const isGatewayRole = (role: DeviceRole): boolean =>
  GATEWAY_ROLES.some((gatewayRole) => gatewayRole === role);

export const isWanRole = (role: DeviceRole): boolean => WAN_ROLES.some((wanRole) => wanRole === role);

export const isMeshRole = (role: DeviceRole): boolean => MESH_ROLES.some((meshRole) => meshRole === role);

/** Roles of bridges, which have an end of a bridge link. */
const BRIDGE_ROLES = ['bridge-base', 'bridge-client'] as const satisfies readonly DeviceRole[];

export const isBridgeRole = (role: DeviceRole): boolean =>
  BRIDGE_ROLES.some((bridgeRole) => bridgeRole === role);

export const isBroadcastRole = (role: DeviceRole): boolean =>
  BROADCAST_ROLES.some((broadcastRole) => broadcastRole === role);

type RoleCapabilities = Pick<Capabilities, 'features' | 'kind'>;

/** Lists the roles that a device can have in a project of this network mode. The first one is the usual role. */
export function listPossibleRoles(
  { features, kind }: RoleCapabilities,
  netMode: number,
): readonly [DeviceRole, ...DeviceRole[]] {
  switch (kind) {
    case 'gateway':
    case 'ac':
    case 'switch':
      return [kind];
    case 'ap':
      return ['access-point'];
    case 'wrouter':
      return netMode === NET_MODES.mesh ? ['access-point'] : ['access-point', 'gateway'];
    case 'mesh':
      return features.includes('dhcp') ? ['mesh-secondary', 'mesh-primary'] : ['mesh-secondary'];
    case 'cpe':
      return ['bridge-base', 'bridge-client'];
    case 'nvr':
      return ['recorder'];
    case 'ipc':
      return ['camera'];
  }
}

/**
 * Returns the role of a device that is added to a project. The first device that can serve the networks of a project
 * without a gateway does so. A bridge becomes the client of a base that has none.
 */
export function chooseRole(
  caps: RoleCapabilities,
  netMode: number,
  present: readonly DeviceRole[],
): DeviceRole {
  const possible = listPossibleRoles(caps, netMode);
  const gatewayRole = possible.find(isGatewayRole);
  if (gatewayRole && !present.some(isGatewayRole)) return gatewayRole;
  const count = (role: DeviceRole): number => present.filter((each) => each === role).length;
  if (possible.includes('bridge-client') && count('bridge-base') > count('bridge-client'))
    return 'bridge-client';
  return possible[0];
}
