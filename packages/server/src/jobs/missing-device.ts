import { DomainError } from '@northlight/contract';
import type { DbOrTx } from '../platform/db/database.ts';

/**
 * Returns the error for ids that no device of the project has: 410 when one of the devices was removed from
 * the project, otherwise 153.
 */
export async function createMissingDeviceError(
  db: DbOrTx,
  projectId: number,
  deviceIds: readonly string[],
): Promise<DomainError> {
  const removed = await db
    .selectFrom('removed_devices')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', [...deviceIds])
    .limit(1)
    .executeTakeFirst();
  return new DomainError(removed ? 'deviceDeleted' : 'deviceUnknown');
}
