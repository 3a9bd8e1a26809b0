import { type DeviceRole, isWanRole } from '@northlight/contract';
import type { Capabilities, PortCapability } from '@northlight/contract/device-protocol';
import { sql } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';
import { prepareQuery } from '../platform/db/prepare-query.ts';

/** Roles of a device's ports, which decide where its traffic is counted. */
export interface PortRoles {
  readonly deviceId: string;
  /** Ports towards the internet, whose received bytes are the device's download. */
  readonly up: readonly PortCapability[];
  /** Ports towards the devices and clients below the device. */
  readonly lan: readonly PortCapability[];
  /** True when no device of the project is above this device, so that its traffic counts for the project. */
  readonly isTop: boolean;
}

/** Returns the highest bytes per second that a port can carry, plus 20% for inexact sampling times. */
export const computeRateCeiling = ({ maxSpeedMbps }: PortCapability): number =>
  ((maxSpeedMbps * 1e6) / 8) * 1.2;

/** Returns the sum of the ceilings of these ports; undefined without ports. */
export const sumCeilings = (ports: readonly PortCapability[]): number | undefined =>
  ports.length === 0 ? undefined : ports.reduce((sum, port) => sum + computeRateCeiling(port), 0);

interface Known {
  readonly id: string;
  readonly role: DeviceRole;
  readonly caps: Pick<Capabilities, 'ports'>;
  readonly parent_id: string | null;
  readonly uplink_port: string | null;
}

function listUpPorts({ caps, role: own, uplink_port }: Known): readonly PortCapability[] {
  const wan = caps.ports.filter(({ role }) => role === 'wan');
  if (wan.length > 0 && isWanRole(own)) return wan;
  const reported = caps.ports.filter(({ id }) => id === uplink_port);
  if (reported.length > 0) return reported;
  const uplinks = caps.ports.filter(({ role }) => role === 'uplink');
  return uplinks.length > 0 ? uplinks : wan;
}

const selectPorts = (db: DbOrTx, projectId: number) =>
  db
    .selectFrom('devices')
    .leftJoin('device_state', 'device_state.device_id', 'devices.id')
    .select(['devices.id', 'devices.role', 'devices.caps', 'devices.parent_id', 'device_state.uplink_port'])
    .where('devices.project_id', '=', projectId);
const readPorts = prepareQuery('port-roles', selectPorts);
const readPortsOf = prepareQuery('port-roles-of', (db, projectId: number, deviceIds: readonly string[]) =>
  selectPorts(db, projectId).where(sql<boolean>`devices.id = any(${deviceIds}::text[])`),
);

/**
 * Lists the port roles of a project's devices. In a project with gateways, only gateways are topmost devices.
 */
export const listPortRoles = async (
  db: DbOrTx,
  projectId: number,
  deviceIds?: readonly string[],
): Promise<PortRoles[]> =>
  findPortRoles(await (deviceIds ? readPortsOf(db, projectId, deviceIds) : readPorts(db, projectId)));

export function findPortRoles(devices: readonly Known[]): PortRoles[] {
  const gateways = new Set(devices.filter(({ role }) => isWanRole(role)).map(({ id }) => id));
  return devices.map((device) => {
    const up = listUpPorts(device);
    const isTop = gateways.size > 0 ? gateways.has(device.id) : device.parent_id === null;
    const lan = device.caps.ports.filter((port) => !up.includes(port));
    return { deviceId: device.id, up, lan, isTop };
  });
}
