import { CONFIRM_SECONDS, type ConfigReport, topics } from '@northlight/contract/device-protocol';
import type { AlarmChange, DeviceRecord, DeviceView, Outcome, Outgoing, WorkRow } from './records.ts';

const REFUSED_DETAIL = 'The device refused the configuration.';
const UNDONE_DETAIL = 'The device lost the cloud after applying and went back to its earlier configuration.';

/** True when the device should be sent its desired configuration now. */
export function needsPush(device: DeviceRecord): boolean {
  const { desired } = device;
  if (!desired || device.managed === 'local' || device.badRev >= desired.rev || device.sentRev >= desired.rev)
    return false;
  return device.reportedRev !== desired.rev || device.reportedHash !== desired.hash;
}

/** The push of the desired configuration and the rows that it moves to `sent`. */
export function pushConfig({ device, work }: DeviceView): {
  send: Outgoing[];
  work: WorkRow[];
  device: Partial<DeviceRecord>;
} {
  const { desired } = device;
  if (!desired || !needsPush(device)) return { send: [], work: [], device: {} };
  const payload = {
    rev: desired.rev,
    hash: desired.hash,
    confirmSecs: CONFIRM_SECONDS,
    config: desired.config,
  };
  const rows = work
    .filter((row) => row.kind === 'configure' && row.state === 'queued')
    .map((row): WorkRow => ({ ...row, state: 'sent', detail: undefined }));
  return {
    send: [{ topic: topics.downConfig(device.id), payload }],
    work: rows,
    device: { sentRev: desired.rev, reportedStatus: 'sent' },
  };
}

/** What a device says about a revision: its row, its alarm, and whether the revision is bad from now on. */
export function onConfigReport({ device, work }: DeviceView, report: ConfigReport, now: number): Outcome {
  const { desired } = device;
  // A word about an older revision than the desired one settles its row, but says nothing of the current state.
  const current = desired !== undefined && report.rev === desired.rev && report.hash === desired.hash;
  const rows = work
    .filter((row) => row.kind === 'configure' && row.rev !== undefined && row.rev <= report.rev)
    .map((row) => settle(row, report));
  const applied = report.status === 'applied' || report.status === 'partial';
  const bad = report.status === 'rejected' || report.status === 'rolledback';
  return {
    device: {
      ...(current && { reportedStatus: report.status, reportedIssues: report.issues }),
      ...(applied && { reportedRev: report.rev, reportedHash: report.hash }),
      ...(bad && current && { badRev: report.rev }),
      ...stateAfter(device, applied && current, bad && current, now),
    },
    work: rows,
    alarms: alarmsOf(report, device.name),
    live: ['devices', 'jobs', ...(bad ? (['alarms'] as const) : [])],
  };
}

/** A device that runs something else than what is desired is online, but not saved (7). */
function stateAfter(
  device: DeviceRecord,
  settled: boolean,
  bad: boolean,
  now: number,
): Partial<DeviceRecord> {
  if (settled && device.state === 7) return { state: 1, stateAt: now };
  if (bad && device.state === 1) return { state: 7, stateAt: now };
  return {};
}

function settle(row: WorkRow, report: ConfigReport): WorkRow {
  const { issues, code } = report;
  if (row.rev !== report.rev)
    return { ...row, state: 'skipped', detail: 'A later configuration took its place.' };
  switch (report.status) {
    case 'received':
    case 'applying':
      return { ...row, state: 'running', detail: report.status === 'received' ? 'Received' : 'Applying' };
    case 'applied':
      return { ...row, state: 'done', detail: undefined, issues };
    case 'partial':
      return { ...row, state: 'partial', detail: 'Applied, but not everything.', issues };
    case 'rejected':
      return { ...row, state: 'failed', detail: issues[0]?.reason ?? REFUSED_DETAIL, issues, code };
    case 'rolledback':
      return { ...row, state: 'failed', detail: UNDONE_DETAIL, issues, code };
  }
}

function alarmsOf(report: ConfigReport, name: string): AlarmChange[] {
  if (report.status === 'rejected')
    return [
      {
        kind: 'config-refused',
        change: 'raise',
        severity: 'warning',
        event: `${name} refused a configuration: ${report.issues[0]?.reason ?? 'no reason given'}`,
      },
    ];
  if (report.status === 'rolledback')
    return [
      {
        kind: 'config-rolled-back',
        change: 'raise',
        severity: 'critical',
        event: `${name} undid a configuration that cut it off from the cloud.`,
      },
    ];
  if (report.status === 'applied')
    return (['config-refused', 'config-rolled-back'] as const).map((kind) => ({
      kind,
      change: 'resolve',
      severity: 'info',
      event: '',
    }));
  return [];
}
