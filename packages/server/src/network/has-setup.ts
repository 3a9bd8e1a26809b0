import { sql } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';

/** Returns whether one of the projects has a VLAN or a wireless policy in its applied configuration. */
export async function hasNetworkSetup(db: DbOrTx, projectIds: readonly number[]): Promise<boolean> {
  if (projectIds.length === 0) return false;
  const row = await db
    .selectFrom('network_configs')
    .select('project_id')
    .where('project_id', 'in', projectIds)
    .where(
      sql<boolean>`jsonb_path_exists(config, '$.vlans[0]') or jsonb_path_exists(config, '$.wireless.policies[0]')`,
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
