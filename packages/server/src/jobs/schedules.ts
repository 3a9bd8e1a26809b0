import {
  getCommandDeadlineMs,
  DomainError,
  ERRORS,
  type newRestartSchedule,
  RESTART_SCHEDULES_MAX,
  type RestartSchedule,
  SCHEDULED_RESTART_MIN_UPTIME_SECONDS,
} from '@northlight/contract';
import { createRandomId } from '@northlight/runtime';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import { commit, type Work } from '../platform/work.ts';
import { writeAudit } from '../platform/audit.ts';
import type { DbOrTx, Tx } from '../platform/db/database.ts';
import type { Lease } from '../platform/leases/leases.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import type { RequestContext } from '../platform/http/request-context.ts';
import { createMissingDeviceError } from './missing-device.ts';
import { logSystem } from '../logs/index.ts';
import type { Services } from '../services.ts';
import { storeJob } from './store.ts';
import type { RestartScheduleTable } from './tables.ts';
import { findNextTime } from './local-time.ts';
import {
  type CommandedDevice,
  lockForCommand,
  createSkipReason,
  findCommandSkipReason,
} from './skip-reasons.ts';

type Row = Selectable<RestartScheduleTable>;
type NewSchedule = z.infer<typeof newRestartSchedule>;

/** Maximum delay of a restart (ms). A restart that is later, because no server was running, is skipped. */
const MAX_DELAY_MS = 3_600_000;
const RECENTLY_STARTED = 'The device has been up for less than 1 h.';

export async function listSchedules(db: DbOrTx, projectId: number): Promise<RestartSchedule[]> {
  const rows = db.selectFrom('restart_schedules').selectAll().where('project_id', '=', projectId);
  return (await rows.orderBy('created_at').execute()).map(present);
}

const present = (row: Row): RestartSchedule => ({
  id: row.id,
  deviceIds: row.device_ids,
  weekdays: row.weekdays,
  at: row.at,
  ...(row.next_at && { nextAt: row.next_at.toISOString() }),
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
});

export async function addSchedule(
  context: RequestContext,
  { at, deviceIds, weekdays }: NewSchedule,
): Promise<RestartSchedule> {
  const now = context.services.clock.now();
  return commitRequest(context, async (work) => {
    const { projectId, tx } = work;
    const { time_zone } = await tx
      .selectFrom('projects')
      .select('time_zone')
      .where('id', '=', projectId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const existing = await listSchedules(tx, projectId);
    if (existing.length >= RESTART_SCHEDULES_MAX)
      throw new DomainError('invalidParameters', {
        message: `The limit of ${RESTART_SCHEDULES_MAX} scheduled restarts is reached. Remove one first.`,
      });
    const devices = await lockForCommand(tx, projectId, deviceIds);
    if (devices.length < new Set(deviceIds).size)
      throw await createMissingDeviceError(tx, projectId, deviceIds);
    const row: Row = {
      id: createRandomId(context.services.entropy, now),
      project_id: projectId,
      device_ids: devices.map(({ id }) => id),
      weekdays: [...new Set(weekdays)].sort((one, other) => one - other),
      at,
      next_at: new Date(findNextTime(time_zone, at, weekdays, now)),
      actor_id: work.account.id,
      created_by: work.actor,
      created_at: new Date(now),
    };
    await tx
      .insertInto('restart_schedules')
      .values({ ...row, device_ids: JSON.stringify(row.device_ids), weekdays: JSON.stringify(row.weekdays) })
      .execute();
    await work.audit({
      action: 'restart.schedule',
      object: devices.map(({ sn }) => sn).join(' '),
      after: `${at}, days ${row.weekdays.join(' ') || 'once'}`,
    });
    work.live('restartSchedules');
    return present(row);
  });
}

export async function removeSchedule(context: RequestContext, id: string): Promise<void> {
  await commitRequest(context, async (work) => {
    const removed = await work.tx
      .deleteFrom('restart_schedules')
      .where('project_id', '=', work.projectId)
      .where('id', '=', id)
      .returning(['at'])
      .executeTakeFirst();
    if (!removed)
      throw new DomainError('invalidParameters', {
        status: 404,
        message: 'There is no such scheduled restart.',
      });
    await work.audit({
      action: 'restart.unschedule',
      object: id,
      before: removed.at,
    });
    work.live('restartSchedules');
  });
}

type FiringServices = Pick<Services, 'bus' | 'clock' | 'db' | 'entropy'>;

/**
 * Starts all due restarts, each once, because the transaction that creates the job also sets the next time.
 */
export async function fireSchedules(services: FiringServices, lease: Lease): Promise<void> {
  while (
    await commit(services, async (work) => {
      await lease.confirm(work.tx);
      return fireNext(work);
    })
  );
}

/** Starts one due restart; returns false when none is due. */
async function fireNext(work: Work): Promise<boolean> {
  const { entropy, tx } = work;
  const now = work.now.getTime();
  const due = await tx
    .selectFrom('restart_schedules')
    .innerJoin('projects', 'projects.id', 'restart_schedules.project_id')
    .selectAll('restart_schedules')
    .select('projects.time_zone')
    .where('next_at', '<=', new Date(now))
    .orderBy('next_at')
    .limit(1)
    .forUpdate('restart_schedules')
    .skipLocked()
    .executeTakeFirst();
  if (!due?.next_at) return false;
  const next =
    due.weekdays.length > 0 ? new Date(findNextTime(due.time_zone, due.at, due.weekdays, now)) : null;
  work.liveIn(due.project_id, 'jobs', 'restartSchedules');
  await tx.updateTable('restart_schedules').set({ next_at: next }).where('id', '=', due.id).execute();
  if (now - due.next_at.getTime() > MAX_DELAY_MS) {
    const event = `Scheduled restart of ${due.at} skipped: no server was running at that time.`;
    await logSystem(tx, entropy, now, { project_id: due.project_id, severity: 'warning', event });
    return true;
  }
  for (const id of await queueRestarts(work, due)) work.pendingWork(id);
  return true;
}

async function queueRestarts(work: Work, schedule: Row): Promise<string[]> {
  const { entropy, now: at, tx } = work;
  const now = at.getTime();
  const devices = await lockForCommand(tx, schedule.project_id, schedule.device_ids);
  if (devices.length === 0) return [];
  const uptimes = await readUptimes(tx, devices, now);
  const deadline = new Date(now + getCommandDeadlineMs('restart'));
  const rows = devices.map((device) => {
    const hasRecentlyStarted = (uptimes.get(device.id) ?? 0) < SCHEDULED_RESTART_MIN_UPTIME_SECONDS;
    const reason =
      findCommandSkipReason('restart', device) ??
      (hasRecentlyStarted ? createSkipReason('deviceBusy', RECENTLY_STARTED) : undefined);
    const row = { deviceId: device.id, deviceName: device.name };
    return reason
      ? { ...row, skipped: { code: ERRORS[reason.error].code, reason: reason.reason } }
      : { ...row, deadline };
  });
  await storeJob(
    work,
    {
      projectId: schedule.project_id,
      kind: 'restart',
      title: `Scheduled restart, ${schedule.at}`,
      createdBy: schedule.created_by,
      actorId: schedule.actor_id,
    },
    rows,
  );
  await logSystem(tx, entropy, now, {
    project_id: schedule.project_id,
    event: `Scheduled restart of ${schedule.at} started on ${devices.length} devices.`,
  });
  await writeAudit(tx, {
    id: work.createId(),
    at,
    actor: 'system',
    actor_id: schedule.actor_id,
    network: null,
    project_id: schedule.project_id,
    action: 'device.restart',
    object: devices.map(({ sn }) => sn).join(' '),
    before: null,
    after: `scheduled by ${schedule.created_by} for ${schedule.at}`,
    result: 'ok',
    request_id: null,
  });
  return rows.flatMap((row) => ('deadline' in row ? [row.deviceId] : []));
}

/** Returns the uptime of each device in seconds: that of its last report plus the time since then. */
async function readUptimes(
  tx: Tx,
  devices: readonly CommandedDevice[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .selectFrom('device_state')
    .select(['device_id', 'uptime_seconds', 'reported_at'])
    .where(
      'device_id',
      'in',
      devices.map(({ id }) => id),
    )
    .execute();
  return new Map(
    rows.map((row) => [
      row.device_id,
      (row.uptime_seconds ?? 0) + Math.max(0, now - row.reported_at.getTime()) / 1000,
    ]),
  );
}
