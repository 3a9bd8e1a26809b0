import type { Capabilities, PortCapability } from '@northlight/contract/device-protocol';
import { sql } from 'kysely';
import { type DbOrTx, selectPrepared } from '../platform/db/database.ts';

/** What is needed of a device to know which of its ports carry its traffic. */
export interface PortRoles {
  readonly deviceId: string;
  /** Through these it reaches what is above it: their received bytes are its download. */
  readonly up: readonly PortCapability[];
  /** Devices and clients hang at these. */
  readonly lan: readonly PortCapability[];
  /** Nothing of the project is above it: its traffic is the project's. */
  readonly isTop: boolean;
}

/** Highest bytes per second that a port can carry, with a margin for how its counters are read. */
export const ceilingOf = ({ maxSpeedMbps }: PortCapability): number => ((maxSpeedMbps * 1e6) / 8) * 1.2;

/** Of all these ports together; undefined where there is none. */
export const ceilingOfAll = (ports: readonly PortCapability[]): number | undefined =>
  ports.length === 0 ? undefined : ports.reduce((sum, port) => sum + ceilingOf(port), 0);

interface Known {
  readonly id: string;
  readonly mac: string;
  readonly kind: string;
  readonly caps: Pick<Capabilities, 'ports'>;
  readonly uplink_mac: string | null;
  readonly uplink_port: string | null;
}

function upPorts({ caps, kind, uplink_port }: Known): readonly PortCapability[] {
  const wan = caps.ports.filter(({ role }) => role === 'wan');
  if (wan.length > 0 && (kind === 'gateway' || kind === 'wrouter')) return wan;
  const told = caps.ports.filter(({ id }) => id === uplink_port);
  if (told.length > 0) return told;
  const uplinks = caps.ports.filter(({ role }) => role === 'uplink');
  return uplinks.length > 0 ? uplinks : wan;
}

/** Of a project's devices; where it has gateways, they alone are on top. */
export async function portRoles(
  db: DbOrTx,
  projectId: number,
  deviceIds?: readonly string[],
): Promise<PortRoles[]> {
  const query = db
    .selectFrom('devices')
    .leftJoin('device_state', 'device_state.device_id', 'devices.id')
    .select(['devices.id', 'devices.mac', 'devices.kind', 'devices.caps'])
    .select(['device_state.uplink_mac', 'device_state.uplink_port'])
    .where('devices.project_id', '=', projectId);
  if (!deviceIds) return rolesOf(await selectPrepared(db, 'port-roles', query));
  const chosen = query.where(sql<boolean>`devices.id = any(${deviceIds}::text[])`);
  return rolesOf(await selectPrepared(db, 'port-roles-of', chosen));
}

export function rolesOf(devices: readonly Known[]): PortRoles[] {
  const macs = new Set(devices.map(({ mac }) => mac.toLowerCase()));
  const gateways = new Set(devices.filter(({ kind }) => kind === 'gateway').map(({ id }) => id));
  return devices.map((device) => {
    const up = upPorts(device);
    const isTop =
      gateways.size > 0
        ? gateways.has(device.id)
        : device.uplink_mac === null || !macs.has(device.uplink_mac.toLowerCase());
    const lan = device.caps.ports.filter((port) => !up.includes(port));
    return { deviceId: device.id, up, lan, isTop };
  });
}
