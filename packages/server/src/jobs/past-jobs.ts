import type { CommandResult } from '@northlight/contract/device-protocol';
import { createRandomId, type Entropy } from '@northlight/runtime';
import { insertRows } from '../platform/db/insert-rows.ts';
import type { Tx } from '../platform/db/database.ts';
import type { JobRowTable, JobTable } from './tables.ts';

/** An ended job in a simulated past. */
export interface PastJob extends Pick<JobTable, 'id' | 'kind' | 'title'> {
  readonly createdBy: string;
  readonly at: Date;
  readonly rows: readonly PastJobRow[];
}

export interface PastJobRow extends Pick<JobRowTable, 'state'> {
  readonly deviceId: string;
  readonly deviceName: string;
  /** Time at which the device ended its part. */
  readonly at: Date;
  /** Revision that the job pushed; absent for commands. */
  readonly rev?: number;
  readonly detail?: string;
  readonly code?: number;
  /** Answer of the device to a diagnostic. */
  readonly result?: CommandResult;
}

/** Stores jobs as if they had been carried out at their times. */
export async function insertPastJobs(
  tx: Tx,
  entropy: Entropy,
  projectId: number,
  jobs: readonly PastJob[],
): Promise<void> {
  const heads = jobs.map(({ at, createdBy, id, kind, title }) => ({
    id,
    project_id: projectId,
    kind,
    title,
    created_by: createdBy,
    actor_id: null,
    waves: null,
    retry_of: null,
    created_at: at,
    starts_at: null,
  }));
  const rows = jobs.flatMap((job) =>
    job.rows.map(({ at, code, detail, deviceId, deviceName, result, rev, state }) => ({
      id: createRandomId(entropy, at.getTime()),
      job_id: job.id,
      project_id: projectId,
      device_id: deviceId,
      device_name: deviceName,
      kind: job.kind,
      rev: rev ?? null,
      state,
      percent: state === 'done' && job.kind !== 'configure' ? 100 : null,
      detail: detail ?? null,
      code: code ?? null,
      issues: '[]',
      result: result ? JSON.stringify(result) : null,
      deadline: null,
      updated_at: at,
    })),
  );
  if (heads.length > 0) await insertRows(tx, 'jobs', heads).execute();
  if (rows.length > 0) await insertRows(tx, 'job_rows', rows, { json: ['issues', 'result'] }).execute();
}
