import { ALARM_KINDS } from '@northlight/contract';
import { HOUR_MS, MINUTE_MS } from '@northlight/runtime';
import { raiseAlarm } from '../alarms/index.ts';
import { logSystem } from '../logs/index.ts';
import { listRadarPushes } from '../network/index.ts';
import { FailurePauses } from '../platform/failure-pauses.ts';
import { commit } from '../platform/work.ts';
import { readNetworkProject } from '../projects/index.ts';
import type { Services } from '../services.ts';
import { applyPlan } from './apply/apply-plan.ts';
import { listAutomaticStarts } from './automatic/start-automatic.ts';
import { getPredictedChange, getSelectedPlan } from './describe-run.ts';
import { type DueWork, findRefusal } from './due-work.ts';
import { listDueScans } from './site/kept-scans.ts';
import { listDueMeasurements, type MeasuredRun, measureRun, WORSE_REASON } from './measure/measure-runs.ts';
import { restorePlan } from './apply/restore-plan.ts';
import { insertFailedRun, startRun } from './runs.ts';
import { findNextStart, readRfSettings } from './settings.ts';
import type { StoredApplication } from './tables.ts';

/** Delay after which a scheduled time counts as missed, because no server was running (ms). */
const MAX_DELAY_MS = HOUR_MS;
/** Interval in which projects whose scans are kept are looked for (ms). */
const SCANS_CHECK_MS = 10 * MINUTE_MS;
const MISSED = 'No server was running at the quiet hour.';

/** Returns the work of a schedule: starts runs at their time, applies their plans, and plans that wait for the quiet hour. */
export function createRfSchedule(services: Services): () => Promise<void> {
  const pauses = new FailurePauses(services, 'a scheduled RF optimization failed');
  let scansAskedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = services.clock.now();
    // The stored scans decide which are due; this only limits the question.
    const isScanTime = now - scansAskedAt >= SCANS_CHECK_MS;
    if (isScanTime) scansAskedAt = now;
    for (const due of [
      ...(isScanTime ? await listDueScans(services.db, now) : []),
      ...(await listRadarPushes(services)),
      ...(await listDueStarts(services)),
      ...(await listAutomaticStarts(services)),
      ...(await listDueApplications(services)),
      ...(await listAutomaticPlans(services)),
      ...(await listMeasurements(services)),
    ])
      await pauses.run(due.projectId, () => due.run());
  };
}

async function listDueStarts(services: Services): Promise<DueWork[]> {
  const { clock, db } = services;
  const rows = await db
    .selectFrom('rf_settings')
    .select(['project_id', 'actor_id', 'next_at'])
    .where('next_at', '<=', new Date(clock.now()))
    .execute();
  return rows.flatMap(({ actor_id: actorId, next_at: dueAt, project_id: projectId }) =>
    actorId && dueAt
      ? [{ projectId, run: () => startScheduled(services, { actorId, dueAt, projectId }) }]
      : [],
  );
}

/** Sets the next time first, so that a run starts once. */
async function startScheduled(
  services: Services,
  {
    actorId,
    dueAt,
    projectId,
  }: { readonly actorId: string; readonly dueAt: Date; readonly projectId: number },
): Promise<void> {
  const { clock, db } = services;
  const settings = await readRfSettings(db, projectId);
  const { time_zone: zone } = await readNetworkProject(db, projectId);
  const moved = await db
    .updateTable('rf_settings')
    .set({ next_at: findNextStart(zone, settings, clock.now()) })
    .where('project_id', '=', projectId)
    .where('next_at', '=', dueAt)
    .returning('project_id')
    .executeTakeFirst();
  if (!moved) return;
  const problem =
    clock.now() - dueAt.getTime() > MAX_DELAY_MS
      ? MISSED
      : await findRefusal(services, { actorId, projectId }, (context) =>
          startRun(context, { trigger: 'scheduled' }),
        );
  if (problem !== undefined)
    await commit(services, (work) =>
      insertFailedRun(work, { actorId, problem, projectId, trigger: 'scheduled' }),
    );
}

async function listDueApplications(services: Services): Promise<DueWork[]> {
  const { clock, db } = services;
  const rows = await db
    .selectFrom('rf_runs')
    .select(['id', 'project_id', 'apply_at', 'application'])
    .where('apply_at', '<=', new Date(clock.now()))
    .execute();
  return rows.flatMap(({ application, apply_at: dueAt, id, project_id: projectId }) => {
    if (!application || !dueAt) return [];
    const isMissed = clock.now() - dueAt.getTime() > MAX_DELAY_MS;
    return [{ projectId, run: () => applyDue(services, { id, projectId }, application, isMissed) }];
  });
}

async function applyDue(
  services: Services,
  run: { readonly id: string; readonly projectId: number },
  application: StoredApplication,
  isMissed: boolean,
): Promise<void> {
  const { actorId } = application;
  const reason = isMissed
    ? MISSED
    : await findRefusal(services, { actorId, projectId: run.projectId }, (context) =>
        applyPlan(context, run.id, { isDue: true }),
      );
  if (reason !== undefined) await storeRefusal(services, run, { ...application, state: 'refused', reason });
}

/** Applies the plan of a scheduled or automatic run at once. */
async function applyAutomatic(
  services: Services,
  run: { readonly id: string; readonly projectId: number },
  application: StoredApplication,
): Promise<void> {
  const requester = { actorId: application.actorId, projectId: run.projectId };
  const reason = await findRefusal(services, requester, (context) => applyPlan(context, run.id, {}));
  if (reason !== undefined) await storeRefusal(services, run, { ...application, state: 'refused', reason });
}

/** Lists the plans of scheduled and automatic runs about whose application nothing has been decided. */
async function listAutomaticPlans(services: Services): Promise<DueWork[]> {
  const rows = await services.db
    .selectFrom('rf_runs')
    .select(['id', 'project_id', 'plan', 'selected', 'requester', 'started_by', 'is_worthwhile'])
    .where('trigger', '!=', 'manual')
    .where('state', '=', 'completed')
    .where('application', 'is', null)
    .execute();
  return rows.map((row) => ({
    projectId: row.project_id,
    run: async () => {
      const run = { id: row.id, projectId: row.project_id };
      const plan = getSelectedPlan(row);
      const application: StoredApplication = {
        state: 'waiting',
        at: new Date(services.clock.now()).toISOString(),
        by: row.started_by,
        actorId: row.requester,
        changes: 0,
        radios: [],
      };
      if (row.is_worthwhile) return applyAutomatic(services, run, application);
      const { leastImprovementPercent: least } = await readRfSettings(services.db, run.projectId);
      const percent = Math.round(-100 * ((plan && getPredictedChange(plan)) ?? 0));
      const reason = `The plan brings ${percent} %. That is too little for its changes; the smallest improvement is ${least} %.`;
      return storeRefusal(services, run, { ...application, state: 'refused', reason });
    },
  }));
}

/** Lists the measurements of applied plans; a plan that makes the site worse is taken back. */
async function listMeasurements(services: Services): Promise<DueWork[]> {
  const runs = await listDueMeasurements(services);
  return runs.map((run) => ({
    projectId: run.projectId,
    run: async () => {
      if (await measureRun(services, run)) await takeBack(services, run);
    },
  }));
}

async function takeBack(services: Services, { id, projectId }: MeasuredRun): Promise<void> {
  const row = await services.db
    .selectFrom('rf_runs')
    .select('application')
    .where('id', '=', id)
    .executeTakeFirst();
  const { actorId } = row?.application ?? {};
  if (actorId === undefined) return;
  const refusal = await findRefusal(services, { actorId, projectId }, (context) =>
    restorePlan(context, id, { reason: WORSE_REASON }),
  );
  const event =
    refusal === undefined
      ? `The channel plan was taken back. ${WORSE_REASON}`
      : `The channel plan made the Wi-Fi worse and could not be taken back: ${refusal}`;
  await commit(services, async (work) => {
    const isNew = await raiseAlarm(work.tx, {
      id: work.createId(),
      projectId,
      kind: 'channel-plan-worse',
      severity: ALARM_KINDS['channel-plan-worse'].severity,
      describe: () => event,
      at: work.now,
    });
    // A plan that cannot be taken back is tried again every 15 min.
    if (!isNew && refusal !== undefined) return;
    work.groupAlarms(projectId);
    await logSystem(work.tx, work.entropy, work.now.getTime(), {
      project_id: projectId,
      severity: 'warning',
      event,
    });
  });
}

/** Stores why a plan was not applied, unless it was applied meanwhile, and logs it. */
const storeRefusal = (
  services: Services,
  { id, projectId }: { readonly id: string; readonly projectId: number },
  application: StoredApplication,
): Promise<void> =>
  commit(services, async (work) => {
    const stored = await work.tx
      .updateTable('rf_runs')
      .set({ application: JSON.stringify(application), apply_at: null })
      .where('id', '=', id)
      // A cancelled plan of a user has neither; that of a scheduled run has no application yet.
      .where((where) =>
        where.or([
          where('apply_at', 'is not', null),
          where.and([where('application', 'is', null), where('trigger', '!=', 'manual')]),
        ]),
      )
      .returning('id')
      .executeTakeFirst();
    if (!stored) return;
    work.liveIn(projectId, 'rf');
    await logSystem(work.tx, work.entropy, work.now.getTime(), {
      project_id: projectId,
      event: `Channel plan not applied: ${application.reason ?? ''}`,
    });
  });
