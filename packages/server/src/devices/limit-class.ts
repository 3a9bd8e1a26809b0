import { DEVICE_LIMITS } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import type { Tx } from '../platform/db/database.ts';
import { sql } from 'kysely';

/** What a device counts against in its project (specification §9); undefined for kinds without a maximum. */
export type LimitClass = keyof typeof DEVICE_LIMITS;

export function limitClassOf({ kind, tier }: Pick<Capabilities, 'kind' | 'tier'>): LimitClass | undefined {
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

/** Locks the project's row, so that adds come one after another, and counts what it has of each class. */
export async function lockAndCount(tx: Tx, projectId: number): Promise<ReadonlyMap<string, number>> {
  // Its key stays free: what refers to the project, as a new job does, need not wait.
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
