import { RADAR_BAN_MS } from '@northlight/rf/plan';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@northlight/runtime';
import { listRadarFinds } from '../../devices/index.ts';
import { commit } from '../../platform/work.ts';
import type { Services } from '../../services.ts';
import { type DueWork, findRefusal } from '../due-work.ts';
import { insertFailedRun, startRun } from '../runs.ts';
import { readSiteDevices } from '../site/site-devices.ts';
import { listBusyRadios } from './busy-radios.ts';
import { type Cause, findCause, type SiteFacts } from './find-cause.ts';

/** Interval in which a project is looked at. */
const CHECK_MS = MINUTE_MS;
/** Least time between two automatic runs of a project. */
const PAUSE_MS = HOUR_MS;
/** Age from which a run no longer counts as having planned with a busy channel. */
const PLANNED_MS = DAY_MS;

interface AutomaticProject {
  readonly projectId: number;
  readonly actorId: string;
  readonly dueAt: Date;
}

/** Lists the projects with mode `auto` that may have a reason for an optimization. The next time is stored, over all processes. */
export async function listAutomaticStarts(services: Services): Promise<DueWork[]> {
  const rows = await services.db
    .selectFrom('rf_settings')
    .select(['project_id', 'actor_id', 'auto_at'])
    .where('auto_at', '<=', new Date(services.clock.now()))
    .where((where) => where(where.ref('settings', '->>').key('mode'), '=', 'auto'))
    .execute();
  return rows.flatMap(({ actor_id: actorId, auto_at: dueAt, project_id: projectId }) =>
    actorId && dueAt
      ? [{ projectId, run: () => startIfNeeded(services, { projectId, actorId, dueAt }) }]
      : [],
  );
}

async function startIfNeeded(services: Services, project: AutomaticProject): Promise<void> {
  const { actorId, dueAt, projectId } = project;
  if (!(await setNext(services, projectId, dueAt, CHECK_MS))) return;
  if (await isOccupied(services, projectId)) return;
  const cause = findCause(await readFacts(services, projectId));
  if (!cause) return;
  const refusal = await findRefusal(services, { actorId, projectId }, (context) =>
    startRun(context, { trigger: 'auto', cause: cause.sentence, around: cause.deviceIds }),
  );
  await setNext(services, projectId, undefined, PAUSE_MS);
  if (refusal !== undefined) await storeFailure(services, project, cause, refusal);
}

const storeFailure = (
  services: Services,
  { actorId, projectId }: AutomaticProject,
  { sentence: cause }: Cause,
  problem: string,
): Promise<void> =>
  commit(services, (work) => insertFailedRun(work, { actorId, cause, problem, projectId, trigger: 'auto' }));

/** Sets the time at which a project is looked at next; returns false if another process has done so. */
async function setNext(
  { clock, db }: Services,
  projectId: number,
  dueAt: Date | undefined,
  ms: number,
): Promise<boolean> {
  const update = db
    .updateTable('rf_settings')
    .set({ auto_at: new Date(clock.now() + ms) })
    .where('project_id', '=', projectId);
  const row = await (dueAt ? update.where('auto_at', '=', dueAt) : update)
    .returning('project_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns true while a run of the project runs, or a plan waits for its hour: a new plan would take its place. */
async function isOccupied({ db }: Services, projectId: number): Promise<boolean> {
  const row = await db
    .selectFrom('rf_runs')
    .select('id')
    .where('project_id', '=', projectId)
    .where((where) => where.or([where('state', '=', 'running'), where('apply_at', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function readFacts({ clock, db, telemetry }: Services, projectId: number): Promise<SiteFacts> {
  const now = clock.now();
  const last = await db
    .selectFrom('rf_runs')
    .select('started_at')
    .where('project_id', '=', projectId)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const lastRunAt = last?.started_at.getTime();
  const site = await readSiteDevices(db, projectId);
  const usable = new Map(
    site.filter(({ isBroadcasting }) => isBroadcasting).map((device) => [device.id, device] as const),
  );
  const finds = await listRadarFinds(db, projectId, new Date(now - RADAR_BAN_MS));
  const times = await db
    .selectFrom('devices')
    .select(['id', 'created_at', 'state_at'])
    .where('project_id', '=', projectId)
    .execute();
  const counts = lastRunAt !== undefined && now - lastRunAt < PLANNED_MS;
  return {
    now,
    lastRunAt,
    radar: finds.flatMap(({ at, channels, deviceId }) => {
      const device = usable.get(deviceId);
      return device ? [{ deviceId, deviceName: device.name, channels, at }] : [];
    }),
    busy: await listBusyRadios(telemetry.reader, site, { lastRunAt: counts ? lastRunAt : undefined, now }),
    devices: times.flatMap(({ created_at: joinedAt, id: deviceId, state_at: since }) => {
      const device = usable.get(deviceId);
      return device
        ? [
            {
              deviceId,
              deviceName: device.name,
              joinedAt: joinedAt.getTime(),
              onlineSince: device.isOnline ? since.getTime() : undefined,
            },
          ]
        : [];
    }),
  };
}
