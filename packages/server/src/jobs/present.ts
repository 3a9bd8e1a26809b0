import {
  ERRORS,
  formatModelName,
  type Job,
  JOB_ROW_STATES,
  type JobResult,
  type Permission,
  REBOOT_FLOW,
} from '@northlight/contract';
import type { Selectable } from 'kysely';
import { BOTH_ACCESS, getPermissionFor } from '../platform/http/principal.ts';
import type { Viewer } from '../platform/http/caller-context.ts';
import type { JobRowTable, JobTable, StoredResult } from './tables.ts';

type RowState = (typeof JOB_ROW_STATES)[number];

const OPEN: ReadonlySet<RowState> = new Set(['queued', 'sent', 'running']);
const SUCCEEDED: ReadonlySet<RowState> = new Set(['done', 'skipped']);
const RETRIED: ReadonlySet<RowState> = new Set(['failed', 'expired']);
/** Restart stages by row state; a row in another state ended without a confirmed restart. */
const REBOOT_STAGES: Readonly<Partial<Record<RowState, 0 | 1 | 2>>> = {
  queued: REBOOT_FLOW.reboot,
  sent: REBOOT_FLOW.reboot,
  running: REBOOT_FLOW.rebooting,
  done: REBOOT_FLOW.rebooted,
};
const DENIED = { allowed: false, code: 400 } as const;

export const isRetried = (state: RowState): boolean => RETRIED.has(state);

export function presentJob(
  job: Selectable<JobTable>,
  rows: readonly Selectable<JobRowTable>[],
  viewer: Viewer,
): Job {
  const state = computeJobState(rows.map((row) => row.state));
  const last = Math.max(job.created_at.getTime(), ...rows.map((row) => row.updated_at.getTime()));
  return {
    id: job.id,
    kind: job.kind,
    title: job.title,
    state,
    code: computeJobCode(state, rows),
    createdAt: job.created_at.toISOString(),
    ...(state !== 'running' && { finishedAt: new Date(last).toISOString() }),
    createdBy: job.created_by,
    ...(job.waves && { waves: job.waves }),
    wave: job.wave,
    ...(job.starts_at && { startsAt: job.starts_at.toISOString() }),
    ...(job.retry_of !== null && { retryOf: job.retry_of }),
    can: computePermissions(job, rows, viewer),
    rows: rows.map((row) => ({
      deviceId: row.device_id,
      deviceName: row.device_name,
      state: row.state,
      percent: row.percent ?? undefined,
      detail: row.detail ?? undefined,
      code: row.code ?? undefined,
      ...(job.kind === 'restart' && { rebootFlow: REBOOT_STAGES[row.state] }),
      issues: row.issues,
      result: row.result ? presentResult(row.result) : undefined,
      wave: row.wave,
      updatedAt: row.updated_at.toISOString(),
    })),
  };
}

/** Omits the hashes of claim codes, from which short codes could be found by trying all of them. */
const presentResult = ({ nodes, ...result }: StoredResult): JobResult => ({
  ...result,
  ...(nodes && {
    nodes: nodes.map(({ claimHash: _hash, ...node }) => ({
      ...node,
      modelName: formatModelName(node.model),
    })),
  }),
});

function computePermissions(
  job: Selectable<JobTable>,
  rows: readonly Selectable<JobRowTable>[],
  { principal, project }: Viewer,
): Job['can'] {
  const write = getPermissionFor(principal, { need: 'write', access: BOTH_ACCESS, project });
  const cancel: Permission = rows.some(({ state }) => state === 'queued')
    ? write
    : { ...DENIED, reason: 'All work of this job has been sent already.' };
  const reason = findRetryRefusal(job.kind);
  const retry: Permission =
    reason !== undefined
      ? { ...DENIED, reason }
      : rows.some(({ state }) => isRetried(state))
        ? write
        : { ...DENIED, reason: 'No device of this job has failed.' };
  return { cancel, retry };
}

/**
 * Returns why a job of this kind is not retried: a configuration may have changed since, and a format needs a confirmation each
 * time.
 */
export function findRetryRefusal(kind: string): string | undefined {
  if (kind === 'configure') return 'To retry a configuration, apply it again.';
  return kind === 'disk-format' ? 'To retry a format, format the disk again.' : undefined;
}

/**
 * Returns 407 for a job that ended for some devices only. For a failed job, returns the first code of its
 * rows.
 */
function computeJobCode(
  state: Job['state'],
  rows: readonly Pick<Selectable<JobRowTable>, 'code' | 'state'>[],
): number | undefined {
  if (state === 'partial' && rows.some((row) => isRetried(row.state))) return ERRORS.partlyOffline.code;
  return state === 'failed' ? (rows.find(({ code }) => code !== null)?.code ?? undefined) : undefined;
}

function computeJobState(states: readonly RowState[]): Job['state'] {
  if (states.some((state) => OPEN.has(state))) return 'running';
  if (states.every((state) => SUCCEEDED.has(state))) return 'done';
  return states.some((state) => SUCCEEDED.has(state) || state === 'partial') ? 'partial' : 'failed';
}
