import type { TopoMessage } from '@northlight/contract/device-protocol';
import type { AffectedResources } from '@northlight/device-plane';
import type { Db } from '../../platform/db/database.ts';

const LINK_LOST = 9;
/** Upgrading, uploading, restarting. */
const HELD_STATES = [3, 4, 8];
const PRESENT_STATES = [1, 2, 3, 4, 5, 6, 7];

/** Says that the connection of a device belongs to a process. */
export async function holdDevice(db: Db, deviceId: string, instance: string): Promise<void> {
  await db.updateTable('devices').set({ instance }).where('id', '=', deviceId).execute();
}

/** Until this time the connections of a process count. */
export async function renewGatewayLease(db: Db, instance: string, until: Date): Promise<void> {
  await db
    .insertInto('gateway_leases')
    .values({ instance, until })
    .onConflict((conflict) => conflict.column('instance').doUpdateSet({ until }))
    .execute();
}

/** Devices that count as present although no process holds their connection. */
export async function orphanedDevices(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('devices')
    .leftJoin('gateway_leases', 'gateway_leases.instance', 'devices.instance')
    .select('devices.id')
    .where('devices.state', 'in', PRESENT_STATES)
    .where((where) =>
      where.or([where('gateway_leases.until', 'is', null), where('gateway_leases.until', '<', now)]),
    )
    .execute();
  return rows.map((row) => row.id);
}

/** Devices whose link has been lost, or that have been busy with a command, since before these times. */
export async function devicesStuckSince(db: Db, lostBefore: Date, heldBefore: Date): Promise<string[]> {
  const lost = await db
    .selectFrom('devices')
    .select('id')
    .where('state', '=', LINK_LOST)
    .where('state_at', '<=', lostBefore)
    .execute();
  const held = await db
    .selectFrom('devices')
    .select('id')
    .where('state', 'in', HELD_STATES)
    .where('state_at', '<=', heldBefore)
    .execute();
  return [...lost, ...held].map((row) => row.id);
}

/** Keeps what a device sees at its ports by LLDP. */
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
