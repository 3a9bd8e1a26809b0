import { DEVICE_LIMITS } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import type { Tx } from '../platform/db/database.ts';
import { sql } from 'kysely';

/** Limit of a project against which a device counts. */
export type LimitClass = keyof typeof DEVICE_LIMITS;

/** Returns the limit class of a device; undefined for kinds without a limit. */
export function getLimitClass({ kind, tier }: Pick<Capabilities, 'kind' | 'tier'>): LimitClass | undefined {
  switch (kind) {
    case 'gateway':
    case 'ac':
      return 'gateway';
    case 'switch':
      return tier === 'core' ? 'coreSwitch' : 'accessSwitch';
    case 'ap':
      return 'ap';
    case 'mesh':
    case 'cpe':
    case 'nvr':
    case 'ipc':
    case 'wrouter':
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
