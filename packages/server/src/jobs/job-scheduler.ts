import { CANARY_SECONDS, getCommandDeadlineMs, WAVE_ABORT_PERCENT } from '@northlight/contract';
import { startLoop, type WorkLoop } from '@northlight/runtime';
import { publishChanges } from '../platform/work.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Services } from '../services.ts';
import { type Lease, LeaseLostError } from '../platform/leases/leases.ts';
import { fireSchedules } from './schedules.ts';
import { listHeldJobs } from './open-work.ts';
import { decideWave } from './waves.ts';

const INTERVAL_MS = 5_000;
const WAVE_TIMEOUT = 'The devices before it did not confirm the configuration in time.';

type SchedulerServices = Pick<Services, 'bus' | 'clock' | 'db' | 'entropy' | 'log' | 'plane'>;

interface AdvancedJob {
  readonly projectId: number;
  /** Ids of the devices whose wave begins now. */
  readonly begun: readonly string[];
  /** Ids of the devices whose part of the job was stopped, and the reason. */
  readonly stopped: readonly string[];
  readonly reason: string;
}

/**
 * Begins the waves of jobs one after another, and scheduled restarts at their time. Runs when a job has
 * changed, and every 5 s for changes that no message announces. The job's row is the lock between servers.
 */
export class JobScheduler {
  readonly #services: SchedulerServices;
  #loop: WorkLoop | undefined;
  #dueAt = 0;

  constructor(services: SchedulerServices) {
    this.#services = services;
  }

  /**
   * Runs under the lease until the result is disposed of. Runs immediately, because another process may have
   * left work.
   */
  start(lease: Lease): AsyncDisposable {
    const { clock, log } = this.#services;
    const onError = (error: unknown): void => {
      // Another process has the lease and continues.
      if (error instanceof LeaseLostError) return;
      log.warn({ err: error }, 'the waves of jobs could not be advanced');
    };
    this.#loop = startLoop(clock, INTERVAL_MS, () => this.#runDue(lease), onError);
    this.#loop.request();
    return this.#loop;
  }

  /**
   * Runs due work as soon as the run in progress has ended; called when a job has changed. Does nothing
   * without the lease.
   */
  runSoon(): void {
    this.#loop?.request();
  }

  /** Resolves when every run requested so far has ended. */
  async processAll(): Promise<void> {
    await this.#loop?.settled();
  }

  async #runDue(lease: Lease): Promise<void> {
    const { bus, clock, db, plane } = this.#services;
    // Checks schedules once per interval only, because changes can request many runs.
    if (this.#dueAt <= clock.now()) {
      this.#dueAt = clock.now() + INTERVAL_MS;
      await fireSchedules(this.#services, lease);
    }
    for (const id of await listHeldJobs(db)) {
      const advanced = await db.transaction().execute((tx) => advanceJob(tx, id, new Date(clock.now())));
      if (!advanced) continue;
      for (const deviceId of advanced.stopped) await plane.skipHeld(deviceId, advanced.reason);
      publishChanges(bus, (after) => {
        for (const deviceId of advanced.begun) after.pendingWork(deviceId);
        after.liveIn(advanced.projectId, 'jobs', 'devices');
      });
    }
  }
}

async function advanceJob(tx: Tx, jobId: string, now: Date): Promise<AdvancedJob | undefined> {
  const job = await tx
    .selectFrom('jobs')
    .select(['id', 'project_id', 'kind', 'wave', 'wave_at', 'wave_seconds', 'created_at', 'starts_at'])
    .where('id', '=', jobId)
    .forUpdate()
    .executeTakeFirst();
  if (!job || (job.starts_at && job.starts_at > now)) return undefined;
  const rows = await tx
    .selectFrom('job_rows')
    .select(['device_id', 'device_name', 'wave', 'state', 'detail'])
    .where('job_id', '=', jobId)
    .execute();
  const decision = decideWave(rows, job.wave, job.kind === 'configure' ? 0 : WAVE_ABORT_PERCENT);
  const held = rows.filter(({ wave, state }) => wave > job.wave && state === 'queued');
  if (decision.kind === 'begin') {
    const begun = held.filter(({ wave }) => wave === decision.wave).map((row) => row.device_id);
    await tx.updateTable('jobs').set({ wave: decision.wave, wave_at: now }).where('id', '=', jobId).execute();
    if (job.kind !== 'configure')
      await tx
        .updateTable('job_rows')
        .set({ deadline: new Date(now.getTime() + getCommandDeadlineMs(job.kind)), updated_at: now })
        .where('job_id', '=', jobId)
        .where('wave', '=', decision.wave)
        .where('state', '=', 'queued')
        .execute();
    return { projectId: job.project_id, begun, stopped: [], reason: '' };
  }
  const isLate =
    decision.kind === 'wait' &&
    job.kind === 'configure' &&
    (job.wave_at ?? job.created_at).getTime() + (job.wave_seconds ?? CANARY_SECONDS) * 1000 <= now.getTime();
  if (decision.kind !== 'stop' && !isLate) return undefined;
  const failed = rows.find(
    ({ wave, state }) => wave <= job.wave && (state === 'failed' || state === 'expired'),
  );
  const reason = failed
    ? `Stopped, because ${failed.device_name} failed first: ${failed.detail ?? 'no reason given'}`
    : WAVE_TIMEOUT;
  // A configuration is withdrawn later, in one step per device together with its row: a device that is
  // connecting must not get this configuration.
  if (job.kind === 'configure')
    return { projectId: job.project_id, begun: [], stopped: held.map((row) => row.device_id), reason };
  await tx
    .updateTable('job_rows')
    .set({ state: 'skipped', detail: reason, updated_at: now })
    .where('job_id', '=', jobId)
    .where('wave', '>', job.wave)
    .where('state', '=', 'queued')
    .execute();
  return { projectId: job.project_id, begun: [], stopped: [], reason };
}
