import { DEFAULT_RF_SETTINGS, DomainError, rfSettings, type StoredRfSettings } from '@northlight/contract';
import type { DbOrTx, Tx } from '../platform/db/database.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import type { RequestContext } from '../platform/http/request-context.ts';

/** Returns the settings of a project; those that were never saved are the defaults of version 0. */
export async function readRfSettings(db: DbOrTx, projectId: number): Promise<StoredRfSettings> {
  const row = await db
    .selectFrom('rf_settings')
    .select(['settings', 'version'])
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row
    ? { ...rfSettings.parse(row.settings), version: row.version }
    : { ...DEFAULT_RF_SETTINGS, version: 0 };
}

/** Replaces the version that the caller has read; refuses another one, and any change during an optimization. */
export const saveRfSettings = (
  context: RequestContext,
  { version, ...settings }: StoredRfSettings,
): Promise<StoredRfSettings> =>
  commitRequest(context, async (work) => {
    const { projectId, tx } = work;
    const stored = await readRfSettings(tx, projectId);
    if (stored.version !== version)
      throw new DomainError('configConflict', {
        status: 409,
        message: 'Another user has changed the settings. Check them and save again.',
      });
    await refuseDuringRun(tx, projectId);
    const values = { version: version + 1, settings: JSON.stringify(settings) };
    await tx
      .insertInto('rf_settings')
      .values({ project_id: projectId, ...values })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
      .execute();
    work.live('rf');
    await work.audit({
      action: 'rf.settings',
      object: 'settings of the RF optimization',
      before: formatSettings(stored),
      after: formatSettings(settings),
    });
    return { ...settings, version: version + 1 };
  });

/** Throws 27 while an optimization of the project runs. */
async function refuseDuringRun(tx: Tx, projectId: number): Promise<void> {
  const running = await tx
    .selectFrom('rf_runs')
    .select('id')
    .where('project_id', '=', projectId)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (running) throw new DomainError('rfRunning');
}

const formatSettings = ({
  excludedChannels,
  maxWidthMhz,
  radios,
  usesRadarChannels,
}: Omit<StoredRfSettings, 'version'>): string =>
  [
    `up to ${maxWidthMhz} MHz`,
    usesRadarChannels ? 'with channels with radar' : 'without channels with radar',
    `${excludedChannels.length} excluded channels`,
    `${radios.filter(({ flag }) => flag === 0).length} kept radios`,
  ].join(', ');
