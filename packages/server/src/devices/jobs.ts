import { type Job, JOB_ROW_STATES } from '@northlight/contract';
import { type Entropy, randomId } from '@northlight/runtime';
import { CompiledQuery, type Selectable } from 'kysely';
import type { DbOrTx, Tx } from '../platform/db/database.ts';
import type { JobRowTable, JobTable } from './tables.ts';

const OPEN: ReadonlySet<string> = new Set(['queued', 'sent', 'running']);
const GOOD: ReadonlySet<string> = new Set(['done', 'skipped']);
const JOBS_SHOWN = 30;

const INSERT_JOB = `/* prepared: job-insert */
with head as (
  insert into jobs (id, project_id, kind, title, created_by, actor_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)
)
insert into job_rows (id, job_id, project_id, device_id, device_name, kind, rev, state, detail, issues, deadline, updated_at)
select id, $1, $2, device_id, device_name, $3, rev, state, detail, issues, deadline, $7
from jsonb_to_recordset($8::jsonb) as fresh(id uuid, device_id text, device_name text, rev bigint, state text, detail text,
  issues jsonb, deadline timestamptz)`;

export interface NewJobRow {
  readonly deviceId: string;
  readonly deviceName: string;
  readonly rev?: number;
  readonly deadline?: Date;
  /** Shown until the device answers: why it waits. */
  readonly detail?: string;
}

/** Stores a job with a queued row per device; the device plane takes it from there. */
export async function insertJob(
  tx: Tx,
  entropy: Entropy,
  job: {
    projectId: number;
    kind: JobTable['kind'];
    title: string;
    createdBy: string;
    actorId: string | null;
    now: Date;
  },
  rows: readonly NewJobRow[],
): Promise<Job> {
  const { now, kind, title } = job;
  const id = randomId(entropy, now.getTime());
  const head = {
    id,
    project_id: job.projectId,
    kind,
    title,
    created_by: job.createdBy,
    actor_id: job.actorId,
    created_at: now,
  };
  const stored = rows.map((row) => ({
    id: randomId(entropy, now.getTime()),
    job_id: id,
    project_id: job.projectId,
    device_id: row.deviceId,
    device_name: row.deviceName,
    kind,
    rev: row.rev ?? null,
    state: 'queued' as const,
    percent: null,
    detail: row.detail ?? null,
    code: null,
    issues: [],
    deadline: row.deadline ?? null,
    updated_at: now,
  }));
  const { project_id, created_by, actor_id, created_at } = head;
  const values = [id, project_id, kind, title, created_by, actor_id, created_at, JSON.stringify(stored)];
  await tx.executeQuery(CompiledQuery.raw(INSERT_JOB, values));
  return presentJob(head, stored);
}

export async function findJob(db: DbOrTx, projectId: number, jobId: string): Promise<Job | undefined> {
  const [job] = await loadJobs(
    db,
    await db
      .selectFrom('jobs')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('id', '=', jobId)
      .execute(),
  );
  return job;
}

export async function latestJobs(db: DbOrTx, projectId: number): Promise<Job[]> {
  const jobs = await db
    .selectFrom('jobs')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .limit(JOBS_SHOWN)
    .execute();
  return loadJobs(db, jobs);
}

async function loadJobs(db: DbOrTx, jobs: readonly Selectable<JobTable>[]): Promise<Job[]> {
  if (jobs.length === 0) return [];
  const rows = await db
    .selectFrom('job_rows')
    .selectAll()
    .where(
      'job_id',
      'in',
      jobs.map((job) => job.id),
    )
    .orderBy('device_name')
    .execute();
  return jobs.map((job) =>
    presentJob(
      job,
      rows.filter((row) => row.job_id === job.id),
    ),
  );
}

function presentJob(job: Selectable<JobTable>, rows: readonly Selectable<JobRowTable>[]): Job {
  const state = jobState(rows.map((row) => row.state));
  const last = Math.max(job.created_at.getTime(), ...rows.map((row) => row.updated_at.getTime()));
  return {
    id: job.id,
    kind: job.kind,
    title: job.title,
    state,
    createdAt: job.created_at.toISOString(),
    ...(state !== 'running' && { finishedAt: new Date(last).toISOString() }),
    createdBy: job.created_by,
    rows: rows.map((row) => ({
      deviceId: row.device_id,
      deviceName: row.device_name,
      state: row.state,
      percent: row.percent ?? undefined,
      detail: row.detail ?? undefined,
      code: row.code ?? undefined,
      issues: row.issues,
      updatedAt: row.updated_at.toISOString(),
    })),
  };
}

function jobState(states: readonly (typeof JOB_ROW_STATES)[number][]): Job['state'] {
  if (states.some((state) => OPEN.has(state))) return 'running';
  if (states.every((state) => GOOD.has(state))) return 'done';
  return states.some((state) => GOOD.has(state) || state === 'partial') ? 'partial' : 'failed';
}
