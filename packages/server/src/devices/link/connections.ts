import type { TopoMessage } from '@northlight/contract/device-protocol';
import type { AffectedResources } from '@northlight/device-plane';
import type { Db } from '../../platform/db/database.ts';

const LINK_LOST = 9;
/** Device states during a command: upgrading, uploading, restarting. */
const BUSY_STATES = [3, 4, 8];
const ONLINE_STATES = [1, 2, 3, 4, 5, 6, 7];

/** Stores the server instance that has the connection of a device. */
export async function assignToInstance(db: Db, deviceId: string, instance: string): Promise<void> {
  await db.updateTable('devices').set({ instance }).where('id', '=', deviceId).execute();
}

/**
 * Extends the lease of a process. The device connections of the process count as valid until the lease ends.
 */
export async function renewGatewayLease(db: Db, instance: string, until: Date): Promise<void> {
  await db
    .insertInto('gateway_leases')
    .values({ instance, until })
    .onConflict((conflict) => conflict.column('instance').doUpdateSet({ until }))
    .execute();
}

/** Lists devices that are recorded as online although no process with a valid lease has their connection. */
export async function listOrphanedDevices(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('devices')
    .leftJoin('gateway_leases', 'gateway_leases.instance', 'devices.instance')
    .select('devices.id')
    .where('devices.state', 'in', ONLINE_STATES)
    .where((where) =>
      where.or([where('gateway_leases.until', 'is', null), where('gateway_leases.until', '<', now)]),
    )
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Lists devices whose link was lost before `lostBefore`, and devices that began a command before
 * `busyBefore`.
 */
export async function findStuckDevices(db: Db, lostBefore: Date, busyBefore: Date): Promise<string[]> {
  const lost = await db
    .selectFrom('devices')
    .select('id')
    .where('state', '=', LINK_LOST)
    .where('state_at', '<=', lostBefore)
    .execute();
  const busy = await db
    .selectFrom('devices')
    .select('id')
    .where('state', 'in', BUSY_STATES)
    .where('state_at', '<=', busyBefore)
    .execute();
  return [...lost, ...busy].map((row) => row.id);
}

/** Stores the LLDP neighbours of a device's ports. */
export async function saveNeighbours(
  db: Db,
  deviceId: string,
  { lldp }: TopoMessage,
): Promise<readonly AffectedResources[]> {
  const rows = await db
    .updateTable('device_state')
    .set({ neighbours: JSON.stringify(lldp) })
    .where('device_id', '=', deviceId)
    .returning('project_id')
    .execute();
  return rows.map((row) => ({ projectId: row.project_id, resources: ['devices'] as const }));
}
