import { DEVICE_LIMITS, type DeviceRole } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import type { DbOrTx, Tx } from '../platform/db/database.ts';
import { sql } from 'kysely';

/** Limit of a project against which a device counts. */
export type LimitClass = keyof typeof DEVICE_LIMITS;

/** Returns the limit class of a device with this role; undefined for roles without a limit. */
export function getLimitClass(
  role: DeviceRole,
  { tier }: Pick<Capabilities, 'tier'>,
): LimitClass | undefined {
  switch (role) {
    case 'gateway':
    case 'ac':
      return 'gateway';
    case 'switch':
      return tier === 'core' ? 'coreSwitch' : 'accessSwitch';
    case 'access-point':
      return 'ap';
    case 'mesh-primary':
    case 'mesh-secondary':
    case 'bridge-base':
    case 'bridge-client':
    case 'recorder':
    case 'camera':
      return undefined;
  }
}

/** Locks the project's row, so that devices are added one after another, and counts its devices by limit class. */
export async function lockAndCountDevices(tx: Tx, projectId: number): Promise<ReadonlyMap<string, number>> {
  // Uses NO KEY UPDATE, so that inserts that reference the project, such as new jobs, need not wait.
  await tx.selectFrom('projects').select('id').where('id', '=', projectId).forNoKeyUpdate().execute();
  const rows = await tx
    .selectFrom('devices')
    .select(['limit_class', sql<number>`count(*)::int`.as('count')])
    .where('project_id', '=', projectId)
    .where('limit_class', 'is not', null)
    .groupBy('limit_class')
    .execute();
  return new Map(rows.map((row) => [row.limit_class ?? '', row.count] as const));
}

/** Returns the limit class of a role if the project has no slot left in it. */
export async function findFullLimitClass(
  db: DbOrTx,
  projectId: number,
  role: DeviceRole,
  caps: Pick<Capabilities, 'tier'>,
): Promise<LimitClass | undefined> {
  const limitClass = getLimitClass(role, caps);
  if (!limitClass) return undefined;
  const { count } = await db
    .selectFrom('devices')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('project_id', '=', projectId)
    .where('limit_class', '=', limitClass)
    .executeTakeFirstOrThrow();
  return count >= DEVICE_LIMITS[limitClass] ? limitClass : undefined;
}

/** Stores another role of a device, with the limit against which it counts then. */
export async function setDeviceRole(
  tx: Tx,
  deviceId: string,
  role: DeviceRole,
  caps: Pick<Capabilities, 'tier'>,
): Promise<void> {
  await tx
    .updateTable('devices')
    .set({ role, limit_class: getLimitClass(role, caps) ?? null })
    .where('id', '=', deviceId)
    .execute();
}
