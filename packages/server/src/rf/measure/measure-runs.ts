import { DAY_MS, HOUR_MS } from '@northlight/runtime';
import { listConfigurationRows } from '../../jobs/index.ts';
import { commit } from '../../platform/work.ts';
import type { Services } from '../../services.ts';
import {
  extendMeasurement,
  findLastWindow,
  findNextMeasurement,
  readHistory,
  WINDOW_MS,
} from './measurement.ts';
import { mustBeTakenBack } from './site-loss.ts';
import type { StoredApplication, StoredMeasurement } from '../tables.ts';

/** Time for which an applied plan is measured. */
const MEASURED_MS = DAY_MS;
/** Time after which the measurement begins, although devices have not confirmed the plan. */
const SETTLED_MS = HOUR_MS;

export const WORSE_REASON =
  'Others used more than 10 % more of the airtime than usual at these hours, in two windows of 15 min.';

export interface MeasuredRun {
  readonly id: string;
  readonly projectId: number;
}

/** Lists the applied plans whose next measurement is due. */
export async function listDueMeasurements(services: Services): Promise<MeasuredRun[]> {
  const rows = await services.db
    .selectFrom('rf_runs')
    .select(['id', 'project_id'])
    .where('measure_at', '<=', new Date(services.clock.now()))
    .execute();
  return rows.map(({ id, project_id: projectId }) => ({ id, projectId }));
}

/** Measures an applied plan; returns true if it must be taken back. */
export async function measureRun(services: Services, { id, projectId }: MeasuredRun): Promise<boolean> {
  const { clock, db, telemetry } = services;
  const now = clock.now();
  const row = await db
    .selectFrom('rf_runs')
    .select(['application', 'measurement', 'site', 'measure_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  const dueAt = row?.measure_at;
  const { application } = row ?? {};
  if (!row || !dueAt || application?.state !== 'applied') return false;
  const appliedAt = Date.parse(application.at);
  const isOver = now - appliedAt >= MEASURED_MS;
  if (!(await isSettled(services, projectId, application, now)))
    return storeMeasurement(services, { id, projectId }, { dueAt, isOver, measurement: row.measurement });
  const radios = row.site.radios.filter((radio) => !radio.isPinned || radio.kept);
  const last = findLastWindow(now);
  const first = (Math.floor(appliedAt / WINDOW_MS) + 1) * WINDOW_MS;
  const before =
    row.measurement ??
    (await readHistory(telemetry.reader, radios, { appliedAt, from: Math.max(first, last) }));
  const measurement = await extendMeasurement(telemetry.reader, before, last);
  await storeMeasurement(services, { id, projectId }, { dueAt, isOver, measurement });
  return mustBeTakenBack(measurement.windows);
}

/** Returns true when all devices have confirmed the plan, or some of them have not for long. */
async function isSettled(
  { db }: Services,
  projectId: number,
  { at, jobId }: StoredApplication,
  now: number,
): Promise<boolean> {
  if (jobId === undefined || now - Date.parse(at) > SETTLED_MS) return true;
  const rows = await listConfigurationRows(db, projectId, [jobId]);
  return rows.every(({ state }) => state !== 'queued' && state !== 'sent' && state !== 'running');
}

/** Stores a measurement and the time of the next one, unless the plan was taken back meanwhile. Returns false. */
async function storeMeasurement(
  services: Services,
  { id, projectId }: MeasuredRun,
  {
    dueAt,
    isOver,
    measurement,
  }: {
    readonly dueAt: Date;
    readonly isOver: boolean;
    readonly measurement: StoredMeasurement | null;
  },
): Promise<false> {
  await commit(services, async (work) => {
    await work.tx
      .updateTable('rf_runs')
      .set({
        measurement: measurement && JSON.stringify(measurement),
        measure_at: isOver ? null : findNextMeasurement(work.now.getTime()),
      })
      .where('id', '=', id)
      .where('measure_at', '=', dueAt)
      .execute();
    work.liveIn(projectId, 'rf');
  });
  return false;
}
