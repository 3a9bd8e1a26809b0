import { ERRORS } from '@northlight/contract';
import {
  CONFIG_SCHEMA,
  CONFIRM_SECONDS,
  type ConfigPush,
  type ConfigReport,
  topics,
} from '@northlight/contract/device-protocol';
import type {
  AlarmChange,
  DesiredConfig,
  DeviceRecord,
  DeviceView,
  Outcome,
  Outgoing,
  WorkRow,
} from './records.ts';

const REFUSED_DETAIL = 'The device refused the configuration.';
const ROLLED_BACK_DETAIL =
  'The device lost the cloud after applying and went back to its earlier configuration.';

const LOCAL = ERRORS.localManagement;
const LOCAL_CODES: ReadonlySet<number | undefined> = new Set([
  LOCAL.code,
  ERRORS.localManagementRefusal.code,
]);

export const isApplied = ({ desired, reportedRev, reportedHash }: DeviceRecord): boolean =>
  desired !== undefined && reportedRev === desired.rev && reportedHash === desired.hash;

/** True when the device should be sent its desired configuration now. */
export function needsPush(device: DeviceRecord): boolean {
  const { desired } = device;
  if (!desired || device.managed === 'local' || device.badRev >= desired.rev || device.sentRev >= desired.rev)
    return false;
  if (device.reportedStatus === 'drifted') return false;
  return !isApplied(device);
}

interface Push {
  readonly send: readonly Outgoing[];
  readonly work: readonly WorkRow[];
  readonly device: Partial<DeviceRecord>;
}

/** The wave of the desired revision has not begun: other devices try it first. */
export const isHeldBack = ({ device: { desired }, work }: DeviceView): boolean =>
  work.some((row) => row.kind === 'configure' && row.rev === desired?.rev && row.held === true);

/** The push of the desired configuration and the rows that it moves to `sent`. */
export function pushConfig({ device, work }: DeviceView): Push {
  const { desired } = device;
  if (isHeldBack({ device, work })) return { send: [], work: [], device: {} };
  const undecided = device.reportedStatus === 'drifted';
  if (desired && device.managed === 'local' && !isApplied(device) && !undecided)
    return rejectLocallyManaged(work);
  if (!desired || !needsPush(device)) return { send: [], work: [], device: {} };
  const rows = work
    .filter((row) => row.kind === 'configure' && row.state === 'queued')
    .map((row): WorkRow => ({ ...row, state: 'sent', detail: undefined }));
  return {
    send: [{ topic: topics.downConfig(device.id), payload: pushOf(device, desired) }],
    work: rows,
    device: { sentRev: desired.rev, reportedStatus: 'sent' },
  };
}

/** The desired configuration as it travels, on the revision that the device is believed to run. */
export const pushOf = ({ reportedRev }: DeviceRecord, desired: DesiredConfig): ConfigPush => ({
  rev: desired.rev,
  hash: desired.hash,
  schema: CONFIG_SCHEMA,
  base: reportedRev,
  ...(desired.when !== undefined && { when: desired.when }),
  confirmSecs: CONFIRM_SECONDS,
  config: desired.config,
});

/** Who manages the device at its own page decides: what waits for it ends, and the next birth under the cloud is sent it. */
function rejectLocallyManaged(work: readonly WorkRow[]): Push {
  const issues = [{ path: '', reason: LOCAL.message }];
  const rows = work
    .filter((row) => row.kind === 'configure')
    .map((row): WorkRow => ({ ...row, state: 'failed', detail: LOCAL.message, code: LOCAL.code, issues }));
  return { send: [], work: rows, device: { reportedStatus: 'rejected', reportedIssues: issues } };
}

/** A device that came back without the revision that it was sent has lost it or undone it: its own word comes first. */
export function mayHaveRolledBack(before: DeviceRecord, now: DeviceRecord): boolean {
  const { desired } = now;
  return desired !== undefined && before.sentRev >= desired.rev && needsPush({ ...now, sentRev: 0 });
}

/** What a device says about a revision: its row, its alarm, and whether the revision is bad from now on. */
export function onConfigReport({ device, work }: DeviceView, report: ConfigReport, now: number): Outcome {
  const { desired } = device;
  // A word about an older revision than the desired one settles its row, but says nothing of the current state.
  const current = desired !== undefined && report.rev === desired.rev && report.hash === desired.hash;
  const underWay = report.status === 'received' || report.status === 'applying';
  if (underWay && current && (isApplied(device) || device.badRev >= report.rev)) return {};
  const local = report.status === 'rejected' && LOCAL_CODES.has(report.code);
  const applied = report.status === 'applied' || report.status === 'partial';
  const failed = report.status === 'rejected' || report.status === 'rolledback';
  const found = current && !applied ? unexpectedBase(device, report) : undefined;
  const runs = found ?? rolledBackTo(device, report);
  return {
    device: {
      ...(runs !== undefined && { reportedRev: runs, reportedHash: '' }),
      ...(current && { reportedStatus: report.status, reportedIssues: report.issues }),
      // Only a birth may say that a device went back: a repeated word of an earlier revision came late.
      ...(applied &&
        report.rev >= device.reportedRev && { reportedRev: report.rev, reportedHash: report.hash }),
      ...(failed && current && !local && { badRev: report.rev }),
      ...(local && { managed: 'local' as const, sentRev: 0 }),
      ...stateAfter(device, applied && current, failed && current, now),
    },
    work: settleRows(found === undefined ? work : noteDrift(work, report.rev, device, found), report),
    alarms: local ? [] : alarmsOf(report, device.name),
    live: ['devices', 'jobs', ...(failed ? (['alarms'] as const) : [])],
  };
}

/** The revision that the device ran when its push came, if the cloud believed in another one. */
function unexpectedBase(device: DeviceRecord, { base }: ConfigReport): number | undefined {
  return base === undefined || base === device.reportedRev || isApplied(device) ? undefined : base;
}

/** The revision that the device runs again, when its last word was that it ran the one which it undid. */
const rolledBackTo = (
  { reportedRev }: DeviceRecord,
  { base, rev, status }: ConfigReport,
): number | undefined => (status === 'rolledback' && rev === reportedRev ? base : undefined);

/** The row of the push says what was found; its end keeps that. */
const noteDrift = (
  work: readonly WorkRow[],
  rev: number,
  { reportedRev }: DeviceRecord,
  found: number,
): WorkRow[] =>
  work.map((row) =>
    row.kind === 'configure' && row.rev === rev
      ? {
          ...row,
          issues: [
            ...row.issues,
            { path: '', reason: `The device ran revision ${found} where ${reportedRev} was expected.` },
          ],
        }
      : row,
  );

/** Open rows up to the revision that was spoken of. */
export const settleRows = (
  work: readonly WorkRow[],
  report: Pick<ConfigReport, 'rev' | 'status' | 'issues' | 'code'>,
): WorkRow[] =>
  work
    .filter((row) => row.kind === 'configure' && row.rev !== undefined && row.rev <= report.rev)
    .map((row) => settle(row, report));

/** A device that runs something else than what is desired is online, but not saved (7). */
export function stateAfter(
  device: DeviceRecord,
  settled: boolean,
  bad: boolean,
  now: number,
): Partial<DeviceRecord> {
  if (settled && device.state === 7) return { state: 1, stateAt: now };
  if (bad && (device.state === 1 || device.state === 2)) return { state: 7, stateAt: now };
  return {};
}

function settle(row: WorkRow, report: Pick<ConfigReport, 'rev' | 'status' | 'issues' | 'code'>): WorkRow {
  const { code } = report;
  const issues = [...row.issues, ...report.issues];
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
      return { ...row, state: 'failed', detail: report.issues[0]?.reason ?? REFUSED_DETAIL, issues, code };
    case 'rolledback':
      return { ...row, state: 'failed', detail: ROLLED_BACK_DETAIL, issues, code };
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
    return (['config-refused', 'config-rolled-back', 'config-drifted'] as const).map((kind) => ({
      kind,
      change: 'resolve',
      severity: 'info',
      event: '',
    }));
  return [];
}
