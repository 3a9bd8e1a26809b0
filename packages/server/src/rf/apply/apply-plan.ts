import {
  type ConfigReview,
  DomainError,
  changesChannel,
  isChangedRow,
  type Job,
  type RfPlanRow,
  type RfRunDetail,
} from '@northlight/contract';
import { applyChange, readReviewSnapshot, reviewAgainstSnapshot } from '../../network/index.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import { commitRequest, type RequestWork } from '../../platform/http/commit-request.ts';
import { getProjectAccess, type RequestContext } from '../../platform/http/request-context.ts';
import { findApplyObstacle, getSelectedPlan, OUTDATED, type ShownRun } from '../describe-run.ts';
import { findRun, readRun, readRunFacts } from '../runs.ts';
import { findNextMeasurement } from '../measure/measurement.ts';
import { type ChannelChange, toChange, toChangedRadio, withChannels } from './radio-targets.ts';
import { refuseOldSelection } from '../selection.ts';
import { refuseDuringRun } from '../settings.ts';
import type { StoredSite } from '../site/stored-site.ts';
import type { ChangedRadio, StoredApplication } from '../tables.ts';
import { chooseChangeWaves } from './waves.ts';

/** Describes the selected changes of a plan and their consequences. Stores nothing. */
export async function reviewPlan(context: RequestContext, id: string): Promise<ConfigReview> {
  const { clock, db } = context.services;
  const { projectId } = getProjectAccess(context);
  const rows = await listAppliedRows(db, projectId, await findRun(db, projectId, id), clock.now());
  const steps = await countWaves(context, id, rows);
  return reviewChannels(context, rows.map(toChange), {
    clients: countDisturbedClients(rows),
    costs: [
      steps > 1
        ? `In ${steps} steps: access points without clients first, and none together with one that takes over its clients.`
        : 'In one step.',
    ],
  });
}

/** Reviews new channels of radios that have these clients; `costs` come first. */
export async function reviewChannels(
  context: RequestContext,
  changes: readonly ChannelChange[],
  { clients, costs }: { readonly clients: number; readonly costs: readonly string[] },
): Promise<ConfigReview> {
  const { services } = context;
  const snapshot = await readReviewSnapshot(services.db, getProjectAccess(context).projectId);
  const review = await reviewAgainstSnapshot(services, snapshot, withChannels(snapshot.config, changes));
  return {
    ...review,
    clientsAffected: Math.max(clients, review.clientsAffected),
    costs: [...costs, ...review.costs],
  };
}

interface ApplyOrder {
  /** Selection that was reviewed; absent for scheduled work. */
  readonly revision?: number;
  /** True for a plan whose quiet hour has come: it must still wait for it. */
  readonly isDue?: boolean;
  readonly confirmName?: string | undefined;
}

/** Applies the selected changes of a plan as a version of the project's configuration, with its job, in waves. */
export async function applyPlan(
  context: RequestContext,
  id: string,
  { confirmName, isDue = false, revision }: ApplyOrder,
): Promise<{ run: RfRunDetail; job: Job }> {
  let rows: readonly RfPlanRow[] = [];
  let site: StoredSite | undefined;
  let radios: readonly ChangedRadio[] = [];
  const { job } = await applyChange(context, {
    confirmName,
    origin: { formatTitle: () => `Channel plan: ${formatRadios(rows.length)}` },
    change: async ({ config }, { now, projectId, tx }) => {
      const run = await findRun(tx, projectId, id);
      if (revision !== undefined) refuseOldSelection(run, revision);
      await refuseDuringRun(tx, projectId);
      rows = await listAppliedRows(tx, projectId, isDue ? takeDue(run) : run, now.getTime());
      site = await readSite(tx, projectId, id);
      radios = rows.map((row) => toChangedRadio(row, config));
      return withChannels(config, rows.map(toChange));
    },
    chooseWaves: () => site && chooseChangeWaves(site, listChangedDevices(rows)),
    complete: async (work, applied) =>
      storeApplication(work, id, {
        state: 'applied',
        at: work.now.toISOString(),
        by: work.actor,
        actorId: work.account.id,
        changes: rows.length,
        jobId: applied.job.id,
        radios,
      }),
  });
  return { run: await readRun(context, id), job };
}

/** Stores how a plan is applied; one that waits for a time is applied at `applyAt`. */
export async function storeApplication(
  work: RequestWork,
  id: string,
  application: StoredApplication,
  applyAt: Date | null = null,
): Promise<void> {
  await work.tx
    .updateTable('rf_runs')
    .set({
      application: JSON.stringify(application),
      apply_at: applyAt,
      measure_at: application.state === 'applied' ? findNextMeasurement(work.now.getTime()) : null,
    })
    .where('id', '=', id)
    .execute();
  work.live('rf');
  await work.audit({
    action: 'rf.apply',
    object: `channel plan of ${formatRadios(application.changes)}`,
    after: application.state,
  });
}

/** Keeps a plan for the next quiet hour. */
export const scheduleApply = (
  context: RequestContext,
  id: string,
  { at, revision }: { readonly at: number; readonly revision: number },
): Promise<RfRunDetail> =>
  commitRequest(context, async (work) => {
    const run = await findRun(work.tx, work.projectId, id);
    refuseOldSelection(run, revision);
    await refuseDuringRun(work.tx, work.projectId);
    const rows = await listAppliedRows(work.tx, work.projectId, run, work.now.getTime());
    const waiting = {
      state: 'waiting' as const,
      at: new Date(at).toISOString(),
      by: work.actor,
      actorId: work.account.id,
      changes: rows.length,
      radios: [],
    };
    await storeApplication(work, id, waiting, new Date(at));
    return readRun(context, id, work.tx);
  });

/** Cancels a plan that waits for the quiet hour. Does nothing to another one. */
export const cancelApply = (context: RequestContext, id: string): Promise<RfRunDetail> =>
  commitRequest(context, async (work) => {
    const { application } = await findRun(work.tx, work.projectId, id);
    if (application?.state === 'waiting') {
      await work.tx
        .updateTable('rf_runs')
        .set({ application: null, apply_at: null })
        .where('id', '=', id)
        .execute();
      work.live('rf');
      await work.audit({ action: 'rf.apply', object: 'channel plan', before: 'waiting', after: 'cancelled' });
    }
    return readRun(context, id, work.tx);
  });

/** Returns a waiting run as one that can be applied; throws an error if a user has cancelled it meanwhile. */
function takeDue(run: ShownRun): ShownRun {
  if (run.application?.state === 'waiting') return { ...run, application: null };
  throw new DomainError('configConflict', { status: 409, message: 'The plan no longer waits.' });
}

/** Returns the rows to apply; throws the reason if the plan cannot be applied. */
async function listAppliedRows(
  db: DbOrTx,
  projectId: number,
  row: ShownRun,
  now: number,
): Promise<readonly RfPlanRow[]> {
  const facts = await readRunFacts(db, projectId, row, now);
  const obstacle = findApplyObstacle(row, facts);
  if (obstacle !== undefined)
    throw new DomainError('configConflict', {
      status: 409,
      message: obstacle === OUTDATED ? `${obstacle} ${facts.outdated.join(' ')}` : obstacle,
    });
  return getSelectedPlan(row)?.rows.filter(isChangedRow) ?? [];
}

const formatRadios = (count: number): string => (count === 1 ? '1 radio' : `${count} radios`);

/** Counts the clients of radios that leave their channel; another power does not interrupt them. */
const countDisturbedClients = (rows: readonly RfPlanRow[]): number =>
  rows.reduce((sum, row) => sum + (changesChannel(row) || row.turnsOff ? row.clients : 0), 0);

const listChangedDevices = (rows: readonly RfPlanRow[]) =>
  [...Map.groupBy(rows, ({ deviceId }) => deviceId)].map(([id, radios]) => ({
    id,
    clients: countDisturbedClients(radios),
    interruptionSeconds: Math.max(...radios.map((radio) => radio.interruptionSeconds)),
  }));

export async function readSite(db: DbOrTx, projectId: number, id: string) {
  const { site } = await db
    .selectFrom('rf_runs')
    .select('site')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return site;
}

async function countWaves(context: RequestContext, id: string, rows: readonly RfPlanRow[]): Promise<number> {
  const site = await readSite(context.services.db, getProjectAccess(context).projectId, id);
  const { waves } = chooseChangeWaves(site, listChangedDevices(rows));
  return Math.max(-1, ...waves.values()) + 1;
}
