import type { NetworkConfig } from '@northlight/contract';
import { insertRows } from '../../platform/db/insert-rows.ts';
import type { Tx } from '../../platform/db/database.ts';

/** A configuration that a project had in a simulated past. */
export interface PastConfig {
  readonly version: number;
  readonly by: string;
  readonly at: Date;
  readonly title: string;
  readonly jobId?: string;
  /** Returns the configuration, derived from the earliest stored one. */
  readonly derive: (earliest: NetworkConfig) => NetworkConfig;
}

/**
 * Stores versions as if they had been applied at their times. Inserts only versions below the earliest stored
 * version. Inserts nothing if no version is stored.
 */
export async function insertPastConfigs(
  tx: Tx,
  projectId: number,
  configs: readonly PastConfig[],
): Promise<void> {
  const history = tx.selectFrom('network_history').select(['version', 'config']);
  const stored = history
    .where('project_id', '=', projectId)
    .where('config', 'is not', null)
    .$narrowType<{ config: NetworkConfig }>()
    .orderBy('version')
    .limit(1);
  const earliest = await stored.executeTakeFirst();
  if (!earliest) return;
  const rows = configs
    .filter(({ version }) => version < earliest.version)
    .map(({ at, by, derive, jobId, title, version }) => ({
      project_id: projectId,
      version,
      config: JSON.stringify(derive(earliest.config)),
      changed_by: by,
      changed_at: at,
      title,
      job_id: jobId ?? null,
    }));
  if (rows.length > 0) await insertRows(tx, 'network_history', rows, { json: ['config'] }).execute();
}
