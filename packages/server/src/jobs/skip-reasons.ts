import {
  COMMAND_TRAITS,
  getDevicePermission,
  getDeviceRefusal,
  ERRORS,
  type ErrorName,
} from '@northlight/contract';
import type { Capabilities, CommandKind } from '@northlight/contract/device-protocol';
import type { Tx } from '../platform/db/database.ts';

export interface CommandedDevice {
  readonly id: string;
  readonly sn: string;
  readonly name: string;
  readonly model: string;
  readonly state: number;
  readonly managed: 'cloud' | 'local';
  readonly caps: Capabilities;
  readonly software: string | null;
  /** Kinds of the open commands of the device. */
  readonly open: readonly CommandKind[];
}

/** Reason why a device cannot be commanded now. */
export interface SkipReason {
  readonly error: ErrorName;
  readonly reason: string;
}

/** Maximum number of diagnostics, such as scans and pings, that run in parallel on one device. */
const MAX_DIAGNOSTICS = 4;

export const createSkipReason = (error: ErrorName, reason: string = ERRORS[error].message): SkipReason => ({
  error,
  reason,
});

export const NO_COMMAND = createSkipReason('unsupportedFeature', 'This model does not support the command.');

/** Returns why a device would be skipped by a command of this kind: missing capability, state, local management or other work. */
export function findCommandSkipReason(kind: CommandKind, device: CommandedDevice): SkipReason | undefined {
  const { action, diagnostic, exclusive, feature } = COMMAND_TRAITS[kind];
  if (!device.caps.features.includes(feature)) return NO_COMMAND;
  const permission = getDevicePermission(device.state, diagnostic ? 'diagnose' : action, device.managed);
  if (!permission.allowed) return createSkipReason(getDeviceRefusal(permission.code), permission.reason);
  if (exclusive) {
    const busy = device.open.find((open) => COMMAND_TRAITS[open].exclusive);
    return busy === undefined ? undefined : createBusySkipReason(busy);
  }
  const running = device.open.filter((open) => !COMMAND_TRAITS[open].exclusive).length;
  return running >= MAX_DIAGNOSTICS ? createSkipReason('deviceBusy') : undefined;
}

const BUSY_ERRORS: Readonly<Partial<Record<CommandKind, ErrorName>>> = {
  upgrade: 'upgrading',
  restart: 'deviceRestarting',
  'disk-format': 'diskFormatting',
};

export const createBusySkipReason = (kind: CommandKind): SkipReason =>
  createSkipReason(BUSY_ERRORS[kind] ?? 'deviceBusy');

/** Returns the devices of a project, locked in one order, with the commands that are open on them. Unknown ids are absent. */
export async function lockForCommand(
  tx: Tx,
  projectId: number,
  deviceIds: readonly string[],
): Promise<CommandedDevice[]> {
  const ids = [...new Set(deviceIds)];
  const devices = await tx
    .selectFrom('devices')
    .select(['id', 'sn', 'name', 'model', 'state', 'managed', 'caps', 'software'])
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  const rows = await tx
    .selectFrom('job_rows')
    .select(['device_id', 'kind'])
    .where('device_id', 'in', ids)
    .where('state', 'in', ['queued', 'sent', 'running'])
    .where('kind', '<>', 'configure')
    .execute();
  return devices.map((device) => ({
    ...device,
    open: rows.flatMap(({ device_id, kind }) =>
      device_id === device.id && kind !== 'configure' ? [kind] : [],
    ),
  }));
}
