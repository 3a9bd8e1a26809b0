import { stateAfter } from './configuration.ts';
import type { DeviceRecord, DeviceView, Outcome, WorkRow } from './records.ts';

/** Marks a queued revision as bad so that it is not sent: it is shown as drift until the next apply replaces it. */
export function withholdRevision(
  { desired, badRev }: DeviceRecord,
  rows: readonly WorkRow[],
  reason: string,
): Partial<DeviceRecord> {
  const waits = rows.some((row) => row.kind === 'configure' && row.rev === desired?.rev);
  if (!desired || !waits || badRev >= desired.rev) return {};
  return { badRev: desired.rev, reportedStatus: 'rejected', reportedIssues: [{ path: '', reason }] };
}

/** Skips rows that their requester cancelled; rows that were sent run on. */
export function onCancel(
  { device, work }: DeviceView,
  ids: readonly string[],
  reason: string,
  now: number,
): Outcome {
  const waiting = work.filter((row) => ids.includes(row.id) && row.state === 'queued');
  return waiting.length === 0 ? {} : skipRows(device, waiting, reason, now);
}

/** Skips rows of later waves, because the revision failed on the devices of the first one. */
export function onSkipHeld({ device, work }: DeviceView, reason: string, now: number): Outcome {
  const held = work.filter((row) => row.held === true && row.state === 'queued');
  return held.length === 0 ? {} : skipRows(device, held, reason, now);
}

function skipRows(device: DeviceRecord, rows: readonly WorkRow[], reason: string, now: number): Outcome {
  const kept = withholdRevision(device, rows, reason);
  return {
    device: { ...kept, ...(kept.badRev !== undefined && stateAfter(device, false, true, now)) },
    work: rows.map((row): WorkRow => ({ ...row, state: 'skipped', detail: reason })),
    live: ['devices', 'jobs'],
  };
}
