import {
  DEFAULT_RF_SETTINGS,
  DomainError,
  type RfSettings,
  rfSettings,
  type StoredRfSettings,
} from '@northlight/contract';
import { findNextTime } from '../jobs/index.ts';
import type { DbOrTx, Tx } from '../platform/db/database.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import type { RequestContext } from '../platform/http/request-context.ts';
import { readNetworkProject } from '../projects/index.ts';

/** Returns the settings of a project; those that were never saved are the defaults of version 0. */
export async function readRfSettings(db: DbOrTx, projectId: number): Promise<StoredRfSettings> {
  const row = await db
    .selectFrom('rf_settings')
    .select(['settings', 'version'])
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row
    ? { ...rfSettings.parse({ ...DEFAULT_RF_SETTINGS, ...row.settings }), version: row.version }
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
    const { time_zone: zone } = await readNetworkProject(tx, projectId);
    const values = {
      version: version + 1,
      settings: JSON.stringify(settings),
      actor_id: work.account.id,
      next_at: findNextStart(zone, settings, work.now.getTime()),
    };
    await tx
      .insertInto('rf_settings')
      .values({ project_id: projectId, auto_at: work.now, ...values })
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

/** Returns the time of the next scheduled optimization; null without a schedule. */
export const findNextStart = (
  zone: string,
  { mode, quietHour, weekdays }: Pick<RfSettings, 'mode' | 'quietHour' | 'weekdays'>,
  now: number,
): Date | null => (mode === 'manual' ? null : new Date(findNextTime(zone, quietHour, weekdays, now)));

/** Throws 27 while an optimization of the project runs. */
export async function refuseDuringRun(tx: Tx, projectId: number): Promise<void> {
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
  leastImprovementPercent,
  maxWidthMhz,
  mode,
  quietHour,
  radios,
  usesRadarChannels,
  weekdays,
}: Omit<StoredRfSettings, 'version'>): string =>
  [
    mode === 'manual'
      ? `by hand, quiet hour ${quietHour}`
      : `${mode} on days ${weekdays.join(' ')} at ${quietHour} from ${leastImprovementPercent} % on`,
    `up to ${maxWidthMhz} MHz`,
    usesRadarChannels ? 'with channels with radar' : 'without channels with radar',
    `${excludedChannels.length} excluded channels`,
    `${radios.filter(({ flag }) => flag === 0).length} kept radios`,
  ].join(', ');
