import type { Db, DbOrTx, Tx } from '../platform/db/database.ts';

/** Returns the devices of a project with their figures. */
export function selectDevices(db: DbOrTx, projectId: number) {
  return db
    .selectFrom('devices')
    .leftJoin('device_state', 'device_state.device_id', 'devices.id')
    .leftJoin('devices as uplink', (join) =>
      join.onRef('uplink.id', '=', 'devices.parent_id').onRef('uplink.project_id', '=', 'devices.project_id'),
    )
    .select([
      'devices.id',
      'devices.sn',
      'devices.mac',
      'devices.name',
      'devices.model',
      'devices.kind',
      'devices.role',
      'devices.caps',
      'devices.state',
      'devices.state_at',
      'devices.waiting',
      'devices.parent_port',
      'devices.managed',
      'devices.mesh_role',
      'devices.software',
      'devices.hardware',
      'devices.desired_rev',
      'devices.reported_rev',
      'devices.reported_status',
      'devices.reported_issues',
      'devices.message_note',
    ])
    .select([
      'device_state.ip',
      'device_state.vlan',
      'device_state.uplink_port',
      'device_state.cpu',
      'device_state.mem',
      'device_state.uptime_seconds',
      'device_state.clients',
      'device_state.ports',
      'device_state.radios',
      'device_state.radios_at',
      'device_state.wans',
      'device_state.wans_at',
      'device_state.dhcp_pools',
      'device_state.dhcp_pools_at',
      'device_state.backhaul',
      'device_state.backhaul_at',
      'device_state.bridge',
      'device_state.bridge_at',
      'device_state.recorder',
      'device_state.recorder_at',
      'device_state.camera',
      'device_state.camera_at',
      'device_state.clock_difference_seconds',
      'device_state.neighbours',
      'device_state.reported_at',
    ])
    .select(['uplink.id as uplink_id', 'uplink.name as uplink_name'])
    .where('devices.project_id', '=', projectId);
}

export type DeviceRow = Awaited<ReturnType<ReturnType<typeof selectDevices>['execute']>>[number];

export async function findDevice(
  db: DbOrTx,
  projectId: number,
  deviceId: string,
): Promise<DeviceRow | undefined> {
  return selectDevices(db, projectId).where('devices.id', '=', deviceId).executeTakeFirst();
}

/**
 * Deletes pending devices last seen before a time, and decisions to ignore a device that were made before
 * that time.
 */
export async function deleteOldWaitingDevices(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('waiting_devices').where('last_seen_at', '<', before).execute();
  await db
    .deleteFrom('waiting_decisions')
    .where('decision', '=', 'ignored')
    .where('at', '<', before)
    .execute();
}

/** Deletes a project's devices, so that they can be claimed again. */
export async function deleteProjectDevices(tx: Tx, projectId: number): Promise<void> {
  await tx.deleteFrom('devices').where('project_id', '=', projectId).execute();
}
