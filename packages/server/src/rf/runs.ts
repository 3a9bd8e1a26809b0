import {
  DomainError,
  EMPTY_WIRELESS,
  RF_ONLINE_MIN,
  RF_RUNS_SHOWN,
  type RfRun,
  type RfRunDetail,
} from '@northlight/contract';
import type { Selectable } from 'kysely';
import { getProjectCountry, readConfig } from '../network/index.ts';
import type { DbOrTx } from '../platform/db/database.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import { getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import { readNetworkProject } from '../projects/index.ts';
import { countOptimizedDevices, createPlannableSite } from './plannable-site.ts';
import { readRfSettings } from './settings.ts';
import { readSiteDevices } from './site-devices.ts';
import type { RfRunTable } from './tables.ts';

/** Rounds of the search, and the last one, which proves how good the plan is. */
export const SEARCH_ROUNDS = 5;
export const ROUNDS = SEARCH_ROUNDS + 1;

const SHOWN = [
  'id',
  'trigger',
  'state',
  'rounds',
  'started_at',
  'started_by',
  'ended_at',
  'problem',
  'plan',
] as const;
type ShownRun = Pick<Selectable<RfRunTable>, (typeof SHOWN)[number]>;

/** Starts a run. Throws 34 with too few devices, and 2104 while another one runs in any process. */
export const startRun = (context: RequestContext): Promise<RfRun> =>
  commitRequest(context, async (work) => {
    const { account, now, projectId, tx } = work;
    const settings = await readRfSettings(tx, projectId);
    const devices = await readSiteDevices(tx, projectId);
    if (countOptimizedDevices(devices, settings) < RF_ONLINE_MIN) throw new DomainError('rfTooFewDevices');
    const { config, version } = await readConfig(tx, projectId);
    const country = getProjectCountry(await readNetworkProject(tx, projectId));
    const site = createPlannableSite(
      devices,
      { settings, country, wireless: config.wireless ?? EMPTY_WIRELESS },
      now.getTime(),
    );
    const row = await tx
      .insertInto('rf_runs')
      .values({
        id: work.createId(),
        project_id: projectId,
        trigger: 'manual',
        state: 'running',
        started_at: now,
        started_by: work.actor,
        requester: account.id,
        rounds: 0,
        site: JSON.stringify(site),
        base_version: version,
      })
      .onConflict((conflict) => conflict.column('project_id').where('state', '=', 'running').doNothing())
      .returning(SHOWN)
      .executeTakeFirst();
    if (!row) throw new DomainError('rfBusy');
    work.live('rf');
    await work.audit({ action: 'rf.run', object: 'RF optimization', after: 'started' });
    return presentRun(row);
  });

/** Lists the newest runs of a project, the newest first. */
export async function listRuns(db: DbOrTx, projectId: number): Promise<RfRun[]> {
  const rows = await db
    .selectFrom('rf_runs')
    .select(SHOWN)
    .where('project_id', '=', projectId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(RF_RUNS_SHOWN)
    .execute();
  return rows.map(presentRun);
}

export async function readRun(db: DbOrTx, projectId: number, id: string): Promise<RfRunDetail> {
  const row = await db
    .selectFrom('rf_runs')
    .select(SHOWN)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row)
    throw new DomainError('invalidParameters', {
      status: 404,
      message: 'This optimization no longer exists.',
    });
  return presentDetail(row);
}

/** Ends a run with its best plan so far. Does nothing to one that has ended. */
export const cancelRun = (context: RequestContext, id: string): Promise<RfRunDetail> =>
  commitRequest(context, async (work) => {
    const { projectId } = getProjectAccess(context);
    const ended = await work.tx
      .updateTable('rf_runs')
      .set({ state: 'cancelled', ended_at: work.now, problem: `Cancelled by ${work.actor}.` })
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      .where('state', '=', 'running')
      .returning('id')
      .executeTakeFirst();
    if (ended) {
      work.live('rf');
      await work.audit({ action: 'rf.run', object: 'RF optimization', after: 'cancelled' });
    }
    return readRun(work.tx, projectId, id);
  });

const presentRun = ({ plan, ...row }: ShownRun): RfRun => ({
  id: row.id,
  trigger: row.trigger,
  state: row.state,
  percent: Math.round((100 * row.rounds) / ROUNDS),
  startedAt: row.started_at.toISOString(),
  startedBy: row.started_by,
  ...(row.ended_at && { endedAt: row.ended_at.toISOString() }),
  ...(row.problem !== null && { problem: row.problem }),
  ...(plan && { changes: plan.rows.filter(isChanged).length }),
});

const presentDetail = (row: ShownRun): RfRunDetail => ({
  ...presentRun(row),
  ...(row.plan && { plan: row.plan }),
});

const isChanged = ({ now, proposed }: NonNullable<RfRunDetail['plan']>['rows'][number]): boolean =>
  now.channel !== proposed.channel || now.widthMhz !== proposed.widthMhz;
