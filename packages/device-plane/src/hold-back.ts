import { stateAfter } from './configuration.ts';
import type { DeviceRecord, DeviceView, Outcome, WorkRow } from './records.ts';

/** A revision that is not to be sent is kept back like a bad one: shown as drift, replaced by the next apply. */
export function keepBack(
  { desired, badRev }: DeviceRecord,
  rows: readonly WorkRow[],
  reason: string,
): Partial<DeviceRecord> {
  const waits = rows.some((row) => row.kind === 'configure' && row.rev === desired?.rev);
  if (!desired || !waits || badRev >= desired.rev) return {};
  return { badRev: desired.rev, reportedStatus: 'rejected', reportedIssues: [{ path: '', reason }] };
}

/** Whoever asked for these rows took them back: what has not been sent ends here. */
export function onCancel(
  { device, work }: DeviceView,
  ids: readonly string[],
  reason: string,
  now: number,
): Outcome {
  const waiting = work.filter((row) => ids.includes(row.id) && row.state === 'queued');
  return waiting.length === 0 ? {} : dropped(device, waiting, reason, now);
}

/** Others tried the revision first, and it was not well: this device is spared it. */
export function onHoldBack({ device, work }: DeviceView, reason: string, now: number): Outcome {
  const held = work.filter((row) => row.held === true && row.state === 'queued');
  return held.length === 0 ? {} : dropped(device, held, reason, now);
}

function dropped(device: DeviceRecord, rows: readonly WorkRow[], reason: string, now: number): Outcome {
  const kept = keepBack(device, rows, reason);
  return {
    device: { ...kept, ...(kept.badRev !== undefined && stateAfter(device, false, true, now)) },
    work: rows.map((row): WorkRow => ({ ...row, state: 'skipped', detail: reason })),
    live: ['devices', 'jobs'],
  };
}
