import { computeStateAfter } from './configuration.ts';
import type { DeviceRecord, DeviceView, Outcome, WorkRow } from './records.ts';

/**
 * Marks a queued revision as bad, so that it is not sent. It is shown as drift until the next apply replaces
 * it.
 */
export function withholdRevision(
  { desired, badRev }: DeviceRecord,
  rows: readonly WorkRow[],
  reason: string,
): Partial<DeviceRecord> {
  const isQueued = rows.some((row) => row.kind === 'configure' && row.rev === desired?.rev);
  if (!desired || !isQueued || badRev >= desired.rev) return {};
  return { badRev: desired.rev, reportedStatus: 'rejected', reportedIssues: [{ path: '', reason }] };
}

/** Skips queued rows that a user has cancelled. Rows that were sent continue. */
export function handleCancel(
  { device, work }: DeviceView,
  ids: readonly string[],
  reason: string,
  now: number,
): Outcome {
  const queued = work.filter((row) => ids.includes(row.id) && row.state === 'queued');
  return queued.length === 0 ? {} : skipRows(device, queued, reason, now);
}

/** Skips rows of waves that have not started, after the revision failed in an earlier wave. */
export function handleSkipHeld({ device, work }: DeviceView, reason: string, now: number): Outcome {
  const held = work.filter((row) => row.held === true && row.state === 'queued');
  return held.length === 0 ? {} : skipRows(device, held, reason, now);
}

function skipRows(device: DeviceRecord, rows: readonly WorkRow[], reason: string, now: number): Outcome {
  const withheld = withholdRevision(device, rows, reason);
  return {
    device: {
      ...withheld,
      ...(withheld.badRev !== undefined && computeStateAfter(device, false, true, now)),
    },
    work: rows.map((row): WorkRow => ({ ...row, state: 'skipped', detail: reason })),
    live: ['devices', 'jobs'],
    advanceJobs: true,
  };
}
