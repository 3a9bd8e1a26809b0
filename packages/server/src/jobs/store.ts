import type { Api, HandlerInput, Job } from '@northlight/contract';
import { createRandomId } from '@northlight/runtime';
import { CompiledQuery, type Selectable } from 'kysely';
import type { DbOrTx, Tx } from '../platform/db/database.ts';
import type { RequestWork } from '../platform/http/commit-request.ts';
import type { Work } from '../platform/work.ts';
import { getViewer } from '../platform/http/request-context.ts';
import { presentJob } from './present.ts';
import type { Viewer } from '../platform/http/caller-context.ts';
import type { JobRowTable, JobTable } from './tables.ts';
import { cutPage, type RowPage } from '../platform/db/cut-page.ts';
import { formatTimeCursor, isAfterTimeCursor, parseTimeCursor } from '../platform/db/time-cursor.ts';

const INSERT_JOB = `/* prepared: job-insert */
with head as (
  insert into jobs (id, project_id, kind, title, created_by, actor_id, created_at, args, waves, retry_of,
    starts_at, wave_seconds)
  values ($1, $2, $3, $4, $5, $6, $7, $9, $10, $11, $12, $13)
)
insert into job_rows (id, job_id, project_id, device_id, device_name, kind, rev, state, detail, code, issues, args, wave,
  deadline, updated_at)
select id, $1, $2, device_id, device_name, $3, rev, state, detail, code, '[]', args, wave, deadline, $7
from jsonb_to_recordset($8::jsonb) as fresh(id uuid, device_id text, device_name text, rev bigint, state text, detail text,
  code integer, args jsonb, wave integer, deadline timestamptz)`;

export interface NewJob {
  /** Id of the job; absent to create one. */
  readonly id?: string;
  readonly projectId: number;
  readonly kind: JobTable['kind'];
  readonly title: string;
  readonly createdBy: string;
  /** Requester, whose access is checked while rows wait; null for jobs of the system. */
  readonly actorId: string | null;
  /** Arguments of the command for all devices. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** Cumulative shares of the devices by wave, in per cent. */
  readonly waves?: readonly number[] | undefined;
  /** Time in which a wave of a configuration must be confirmed (s); absent for `CANARY_SECONDS`. */
  readonly waveSeconds?: number | undefined;
  readonly retryOf?: string;
  /** Earliest time at which devices are sent the command; absent for a job that starts at once. */
  readonly startsAt?: Date | undefined;
}

export interface NewJobRow {
  readonly deviceId: string;
  readonly deviceName: string;
  readonly rev?: number;
  /** Arguments for this device, which replace those of the job. */
  readonly args?: Readonly<Record<string, unknown>>;
  readonly wave?: number;
  readonly deadline?: Date;
  /** Reason why the row waits, shown until the device answers. */
  readonly detail?: string;
  /** Code and reason of a skipped device; absent for other devices. */
  readonly skipped?: { readonly code: number; readonly reason: string };
}

/** Stores the job of a request with a row per device, for the device plane to send; returns it as the requester sees it. */
export async function insertJob(
  work: RequestWork,
  job: Omit<NewJob, 'actorId' | 'createdBy' | 'projectId'>,
  rows: readonly NewJobRow[],
): Promise<Job> {
  const { account, actor, projectId } = work;
  const requested = { ...job, projectId, createdBy: actor, actorId: account.id };
  const { head, stored } = await storeJob(work, requested, rows);
  return presentJob(head, stored, getViewer(work.context));
}

export async function storeJob(
  { entropy, now, tx }: Pick<Work, 'entropy' | 'now' | 'tx'>,
  job: NewJob,
  rows: readonly NewJobRow[],
) {
  const { kind, title, args = {}, waves, waveSeconds, retryOf, startsAt } = job;
  const id = job.id ?? createRandomId(entropy, now.getTime());
  const head = {
    id,
    project_id: job.projectId,
    kind,
    title,
    created_by: job.createdBy,
    actor_id: job.actorId,
    args,
    waves: waves ? [...waves] : null,
    wave: 0,
    wave_at: null,
    wave_seconds: waveSeconds ?? null,
    retry_of: retryOf ?? null,
    created_at: now,
    starts_at: startsAt ?? null,
  };
  const stored = rows.map((row) => ({
    id: createRandomId(entropy, now.getTime()),
    job_id: id,
    project_id: job.projectId,
    device_id: row.deviceId,
    device_name: row.deviceName,
    kind,
    rev: row.rev ?? null,
    state: row.skipped ? ('skipped' as const) : ('queued' as const),
    percent: null,
    detail: row.skipped?.reason ?? row.detail ?? null,
    code: row.skipped?.code ?? null,
    issues: [],
    args: row.args ?? args,
    result: null,
    wave: row.wave ?? 0,
    deadline: row.deadline ?? null,
    updated_at: now,
  }));
  const { actor_id, created_at, created_by, project_id, retry_of } = head;
  const values = [id, project_id, kind, title, created_by, actor_id, created_at, JSON.stringify(stored)];
  const optional = [JSON.stringify(args), waves ? JSON.stringify(waves) : null, retry_of, startsAt ?? null];
  await tx.executeQuery(CompiledQuery.raw(INSERT_JOB, [...values, ...optional, head.wave_seconds]));
  return { head, stored };
}

export async function findJob(db: DbOrTx, viewer: Viewer, jobId: string): Promise<Job | undefined> {
  const jobs = db.selectFrom('jobs').selectAll().where('project_id', '=', viewer.project.projectId);
  const [job] = await loadJobs(db, viewer, await jobs.where('id', '=', jobId).execute());
  return job;
}

/** Lists a page of the project's jobs, newest first. */
export async function listJobs(
  db: DbOrTx,
  viewer: Viewer,
  { cursor, limit }: HandlerInput<Api['jobList']>['query'],
): Promise<RowPage<Job>> {
  const rows = await db
    .selectFrom('jobs')
    .selectAll()
    .where('project_id', '=', viewer.project.projectId)
    .where(isAfterTimeCursor('created_at', parseTimeCursor(cursor)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = cutPage(rows, limit, ({ created_at: at, id }) => formatTimeCursor({ at, id }));
  return { ...page, rows: await loadJobs(db, viewer, page.rows) };
}

async function loadJobs(db: DbOrTx, viewer: Viewer, jobs: readonly Selectable<JobTable>[]): Promise<Job[]> {
  if (jobs.length === 0) return [];
  const ids = jobs.map((job) => job.id);
  const rows = await db
    .selectFrom('job_rows')
    .selectAll()
    .where('job_id', 'in', ids)
    .orderBy('wave')
    .orderBy('device_name')
    .execute();
  const byJob = Map.groupBy(rows, (row: Selectable<JobRowTable>) => row.job_id);
  return jobs.map((job) => presentJob(job, byJob.get(job.id) ?? [], viewer));
}

export const readNewestJobId = async (db: DbOrTx, projectId: number): Promise<string | undefined> => {
  const newest = await db
    .selectFrom('jobs')
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id;
};

/** Returns the id of the newest open job of this kind on a device; undefined without one. */
export async function findOpenJobId(
  db: DbOrTx,
  deviceId: string,
  kind: JobTable['kind'],
): Promise<string | undefined> {
  const row = await db
    .selectFrom('job_rows')
    .select('job_id')
    .where('device_id', '=', deviceId)
    .where('kind', '=', kind)
    .where('state', 'in', ['queued', 'sent', 'running'])
    .orderBy('job_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.job_id;
}

/** Returns the factory-new nodes that a job found and the time of its last report; undefined for another job. */
export async function findFoundNodes(db: DbOrTx, projectId: number, jobId: string) {
  const row = await db
    .selectFrom('job_rows')
    .select(['result', 'updated_at'])
    .where('project_id', '=', projectId)
    .where('job_id', '=', jobId)
    .where('kind', '=', 'find-nodes')
    .executeTakeFirst();
  return row && { nodes: row.result?.nodes ?? [], at: row.updated_at };
}

/** Returns the state and detail of a job on one device. */
export async function findJobRow(db: DbOrTx, jobId: string, deviceId: string) {
  const rows = db.selectFrom('job_rows').select(['state', 'detail']).where('job_id', '=', jobId);
  return rows.where('device_id', '=', deviceId).executeTakeFirst();
}

/** Lists the devices on which a job has ended without success. */
export async function listEndedDevices(db: DbOrTx, jobId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('job_rows')
    .select('device_id')
    .where('job_id', '=', jobId)
    .where('state', 'in', ['failed', 'expired', 'skipped'])
    .execute();
  return rows.map(({ device_id: id }) => id);
}

/** Lists the devices of jobs that push configurations, with the revision that each was sent. */
export async function listConfigurationRows(db: DbOrTx, projectId: number, jobIds: readonly string[]) {
  if (jobIds.length === 0) return [];
  return db
    .selectFrom('job_rows')
    .select(['job_id', 'device_id', 'rev', 'state'])
    .where('project_id', '=', projectId)
    .where('kind', '=', 'configure')
    .where('job_id', 'in', jobIds)
    .execute();
}

export interface StartedJob {
  readonly id: string;
  readonly kind: JobTable['kind'];
  readonly title: string;
  /** Actor that started the job. */
  readonly by: string;
  readonly at: Date;
}

/** Lists at most `limit` jobs of a project without their rows, newest first. */
export async function listStartedJobs(db: DbOrTx, projectId: number, limit: number): Promise<StartedJob[]> {
  return db
    .selectFrom('jobs')
    .select(['id', 'kind', 'title', 'created_by as by', 'created_at as at'])
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function deleteProjectJobs(tx: Tx, projectId: number): Promise<void> {
  for (const table of ['job_rows', 'jobs'] as const)
    await tx.deleteFrom(table).where('project_id', '=', projectId).execute();
}
