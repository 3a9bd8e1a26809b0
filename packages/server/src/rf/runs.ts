import { DomainError, RF_RUNS_SHOWN, type RfRun, type RfRunDetail } from '@northlight/contract';
import type { DbOrTx, Tx } from '../platform/db/database.ts';
import { commitRequest, type RequestWork } from '../platform/http/commit-request.ts';
import { BOTH_ACCESS, getPermissionFor } from '../platform/http/principal.ts';
import { getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import type { Work } from '../platform/work.ts';
import { getSelectedPlan, presentDetail, presentRun, SHOWN_COLUMNS, type ShownRun } from './describe-run.ts';
import { withOutcomes } from './apply/outcomes.ts';
import { listDifferences } from './apply/outdated.ts';
import { CHANGES_KEPT_MS } from './past-changes.ts';
import { prepareSite } from './site/prepare-site.ts';
import type { RfRunTable } from './tables.ts';

interface RunStart {
  readonly trigger: RfRunTable['trigger'];
  readonly cause?: string;
  /** Devices around which an automatic run plans; all other radios keep their channel. */
  readonly around?: readonly string[];
}

/** Starts a run. Throws 34 with too few devices, and 2104 while another one runs in any process. */
export const startRun = (context: RequestContext, start: RunStart = { trigger: 'manual' }): Promise<RfRun> =>
  commitRequest(context, (work) => insertRun(work, start));

async function insertRun(work: RequestWork, { around, cause, trigger }: RunStart): Promise<RfRun> {
  const { account, now, projectId, tx } = work;
  const isManual = trigger === 'manual';
  const { site, version } = await prepareSite(tx, projectId, { around, isManual, now: now.getTime() });
  const row = await tx
    .insertInto('rf_runs')
    .values({
      id: work.createId(),
      project_id: projectId,
      trigger,
      ...(cause !== undefined && { cause }),
      state: 'running',
      started_at: now,
      started_by: work.actor,
      requester: account.id,
      rounds: 0,
      site: JSON.stringify(site),
      base_version: version,
    })
    .onConflict((conflict) => conflict.column('project_id').where('state', '=', 'running').doNothing())
    .returning(SHOWN_COLUMNS)
    .executeTakeFirst();
  if (!row) throw new DomainError('rfBusy');
  await deleteOldRuns(tx, projectId, now);
  work.live('rf');
  await work.audit({ action: 'rf.run', object: 'RF optimization', after: 'started' });
  return presentRun(row);
}

/** Deletes the runs that the log no longer shows. */
async function deleteOldRuns(tx: Tx, projectId: number, now: Date): Promise<void> {
  const shown = tx
    .selectFrom('rf_runs')
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(RF_RUNS_SHOWN);
  await tx
    .deleteFrom('rf_runs')
    .where('project_id', '=', projectId)
    .where('id', 'not in', shown)
    .where((where) =>
      where.or([
        where('application', 'is', null),
        where('started_at', '<', new Date(now.getTime() - CHANGES_KEPT_MS)),
      ]),
    )
    .execute();
}

/** Lists the newest runs of a project, the newest first. */
export async function listRuns(db: DbOrTx, projectId: number): Promise<RfRun[]> {
  const rows = await db
    .selectFrom('rf_runs')
    .select(SHOWN_COLUMNS)
    .where('project_id', '=', projectId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(RF_RUNS_SHOWN)
    .execute();
  return rows.map(presentRun);
}

/** Returns a run with its plan as selected, and what the caller may do with it. */
export async function readRun(
  context: RequestContext,
  id: string,
  db: DbOrTx = context.services.db,
): Promise<RfRunDetail> {
  const project = getProjectAccess(context);
  const now = context.services.clock.now();
  const row = await findRun(db, project.projectId, id);
  const detail = presentDetail(row, {
    ...(await readRunFacts(db, project.projectId, row, now)),
    write: getPermissionFor(context.principal, { need: 'write', access: BOTH_ACCESS, project }),
  });
  if (!detail.plan || row.application?.state !== 'applied') return detail;
  return { ...detail, plan: await withOutcomes(db, project.projectId, detail.plan, row.application, now) };
}

export async function findRun(db: DbOrTx, projectId: number, id: string): Promise<ShownRun> {
  const row = await db
    .selectFrom('rf_runs')
    .select(SHOWN_COLUMNS)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row) return row;
  throw new DomainError('invalidParameters', { status: 404, message: 'This optimization no longer exists.' });
}

/** Returns the newest run of a project that has a plan. */
export const findNewestPlan = (db: DbOrTx, projectId: number): Promise<ShownRun | undefined> =>
  db
    .selectFrom('rf_runs')
    .select(SHOWN_COLUMNS)
    .where('project_id', '=', projectId)
    .where('state', '!=', 'running')
    .where('plan', 'is not', null)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns whether the plan of a run is the newest one, and what has changed since its start. */
export async function readRunFacts(db: DbOrTx, projectId: number, row: ShownRun, now: number) {
  const { state } = row.application ?? {};
  const isOpen = row.state !== 'running' && state !== 'applied' && state !== 'restored';
  const plan = isOpen ? getSelectedPlan(row) : undefined;
  return {
    isNewest: (await findNewestPlan(db, projectId))?.id === row.id,
    outdated: await listDifferences(db, projectId, { plan, startedAt: row.started_at }, now),
  };
}

/** Ends a run with its best plan so far. Does nothing to one that has ended. */
export const cancelRun = (context: RequestContext, id: string): Promise<RfRunDetail> =>
  commitRequest(context, async (work) => {
    const ended = await endRun(work.tx, work.projectId, id, work);
    if (ended) {
      work.live('rf');
      await work.audit({ action: 'rf.run', object: 'RF optimization', after: 'cancelled' });
    }
    return readRun(context, id, work.tx);
  });

const endRun = (tx: Tx, projectId: number, id: string, { actor, now }: RequestWork) =>
  tx
    .updateTable('rf_runs')
    .set({ state: 'cancelled', ended_at: now, problem: `Cancelled by ${actor}.` })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst();

/** Stores a run that could not start, for the list of runs. */
export async function insertFailedRun(
  work: Work,
  {
    actorId,
    cause,
    problem,
    projectId,
    trigger,
  }: {
    readonly actorId: string;
    readonly cause?: string;
    readonly problem: string;
    readonly projectId: number;
    readonly trigger: RfRunTable['trigger'];
  },
): Promise<void> {
  await work.tx
    .insertInto('rf_runs')
    .values({
      id: work.createId(),
      project_id: projectId,
      trigger,
      ...(cause !== undefined && { cause }),
      state: 'failed',
      started_at: work.now,
      started_by: 'system',
      requester: actorId,
      ended_at: work.now,
      problem,
      rounds: 0,
      site: JSON.stringify({ at: work.now.getTime(), radios: [], networks: [], channels: [] }),
      base_version: 0,
    })
    .execute();
  work.liveIn(projectId, 'rf');
}
