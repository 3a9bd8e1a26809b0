import { canRollBack, ERRORS } from '@northlight/contract';
import {
  CONFIG_SCHEMA,
  type ConfigPush,
  type ConfigReport,
  getConfirmSeconds,
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
  'The device lost its connection to the cloud after applying and rolled back to its previous configuration.';

const LOCAL = ERRORS.localManagement;
const LOCAL_CODES: ReadonlySet<number | undefined> = new Set([
  LOCAL.code,
  ERRORS.localManagementRefusal.code,
]);

/** Compares revision and content: after a restore of the database, one revision can have two contents. */
export const isApplied = ({ desired, reportedRev, reportedHash }: DeviceRecord): boolean =>
  desired !== undefined && reportedRev === desired.rev && reportedHash === desired.hash;

/**
 * Returns true if the desired configuration should be sent to the device now. Never sends a bad revision, and
 * sends nothing to a locally managed or drifted device.
 */
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

/** Returns true if the wave of the desired revision has not started, because other devices apply it first. */
export const isBeforeItsWave = ({ device: { desired }, work }: DeviceView): boolean =>
  work.some((row) => row.kind === 'configure' && row.rev === desired?.rev && row.held === true);

/** Returns the push of the desired configuration, and the rows that become `sent` with it. */
export function pushConfig({ device, work }: DeviceView): Push {
  const { desired } = device;
  if (isBeforeItsWave({ device, work })) return { send: [], work: [], device: {} };
  const undecided = device.reportedStatus === 'drifted';
  if (desired && device.managed === 'local' && !isApplied(device) && !undecided)
    return rejectLocallyManaged(work);
  if (!desired || !needsPush(device)) return { send: [], work: [], device: {} };
  if (device.hold !== undefined) return holdConfig(device, work, device.hold);
  const rows = work
    .filter((row) => row.kind === 'configure' && row.state === 'queued')
    .map((row): WorkRow => ({ ...row, state: 'sent', detail: undefined }));
  return {
    send: [{ topic: topics.downConfig(device.id), payload: buildPush(device, desired) }],
    work: rows,
    device: { sentRev: desired.rev, reportedStatus: 'sent' },
  };
}

/**
 * Lets the configuration of a device wait with the reason. Its rows can be cancelled, also those that an earlier
 * connection was sent. Changes nothing if the reason is stored already.
 */
function holdConfig(device: DeviceRecord, work: readonly WorkRow[], reason: string): Push {
  const rows = work.filter(
    (row) =>
      row.kind === 'configure' && (row.state === 'sent' || (row.state === 'queued' && row.detail !== reason)),
  );
  const isStored = device.reportedIssues[0]?.reason === reason;
  return {
    send: [],
    work: rows.map((row): WorkRow => ({ ...row, state: 'queued', detail: reason })),
    device: isStored ? {} : { reportedStatus: 'queued', reportedIssues: [{ path: '', reason }] },
  };
}

/** Returns the push message of the desired configuration, based on the revision that the device last reported. */
export const buildPush = ({ kind, reportedRev }: DeviceRecord, desired: DesiredConfig): ConfigPush => ({
  rev: desired.rev,
  hash: desired.hash,
  schema: CONFIG_SCHEMA,
  base: reportedRev,
  ...(desired.when !== undefined && { when: desired.when }),
  confirmSecs: getConfirmSeconds(kind),
  config: desired.config,
});

/**
 * Ends the open rows of a locally managed device as failed. The device is sent the configuration after its
 * next birth under cloud management.
 */
function rejectLocallyManaged(work: readonly WorkRow[]): Push {
  const issues = [{ path: '', reason: LOCAL.message }];
  const rows = work
    .filter((row) => row.kind === 'configure')
    .map((row): WorkRow => ({ ...row, state: 'failed', detail: LOCAL.message, code: LOCAL.code, issues }));
  return { send: [], work: rows, device: { reportedStatus: 'rejected', reportedIssues: issues } };
}

/**
 * Returns true if the device reconnected without the revision that it was sent: the push was lost, or a
 * rollback report will follow.
 */
export function canHaveRolledBack(before: DeviceRecord, now: DeviceRecord): boolean {
  const { desired } = now;
  return (
    canRollBack(now) &&
    desired !== undefined &&
    before.sentRev >= desired.rev &&
    needsPush({ ...now, sentRev: 0 })
  );
}

/** Handles a device's report about a revision: updates its row and alarms, and marks a failed revision as bad. */
export function handleConfigReport({ device, work }: DeviceView, report: ConfigReport, now: number): Outcome {
  const { desired } = device;
  // A report about an older revision ends its rows but does not change the reported status.
  const current = desired !== undefined && report.rev === desired.rev && report.hash === desired.hash;
  const inProgress = report.status === 'received' || report.status === 'applying';
  if (inProgress && current && (isApplied(device) || device.badRev >= report.rev)) return {};
  const local = report.status === 'rejected' && LOCAL_CODES.has(report.code);
  const applied = report.status === 'applied' || report.status === 'partial';
  const failed = report.status === 'rejected' || report.status === 'rolledback';
  const base = current && !applied ? findUnexpectedBase(device, report) : undefined;
  const runningRev = base ?? findRollbackTarget(device, report);
  return {
    device: {
      ...(runningRev !== undefined && { reportedRev: runningRev, reportedHash: '' }),
      ...(current && { reportedStatus: report.status, reportedIssues: report.issues }),
      // Only a birth can lower the reported revision, because a repeated report of an earlier revision is
      // late.
      ...(applied &&
        report.rev >= device.reportedRev && { reportedRev: report.rev, reportedHash: report.hash }),
      ...(failed && current && !local && { badRev: report.rev }),
      ...(local && { managed: 'local' as const, sentRev: 0 }),
      ...computeStateAfter(device, applied && current, failed && current, now),
    },
    work: completeConfigureRows(
      base === undefined ? work : noteDrift(work, report.rev, device, base),
      report,
    ),
    alarms: local ? [] : buildAlarmChanges(report, device.name, current),
    live: ['devices', 'jobs', ...(failed ? (['alarms'] as const) : [])],
    advanceJobs: true,
    groupAlarms: failed,
  };
}

/** Returns the revision that the device ran when it received the push, if the cloud expected another one. */
function findUnexpectedBase(device: DeviceRecord, { base }: ConfigReport): number | undefined {
  return base === undefined || base === device.reportedRev || isApplied(device) ? undefined : base;
}

/**
 * Returns the revision to which the device rolled back, if it had reported the rolled-back revision as
 * running.
 */
const findRollbackTarget = (
  { reportedRev }: DeviceRecord,
  { base, rev, status }: ConfigReport,
): number | undefined => (status === 'rolledback' && rev === reportedRev ? base : undefined);

/** Adds an issue about the unexpected base to the row of the push. The row keeps the issue when it ends. */
const noteDrift = (
  work: readonly WorkRow[],
  rev: number,
  { reportedRev }: DeviceRecord,
  base: number,
): WorkRow[] =>
  work.map((row) =>
    row.kind === 'configure' && row.rev === rev
      ? {
          ...row,
          issues: [
            ...row.issues,
            { path: '', reason: `The device ran revision ${base} instead of the expected ${reportedRev}.` },
          ],
        }
      : row,
  );

/**
 * Returns the rows up to the reported revision with their new state. Rows of earlier revisions are skipped.
 */
export const completeConfigureRows = (
  work: readonly WorkRow[],
  report: Pick<ConfigReport, 'rev' | 'status' | 'issues' | 'code'>,
): WorkRow[] =>
  work
    .filter((row) => row.kind === 'configure' && row.rev !== undefined && row.rev <= report.rev)
    .map((row) => settle(row, report));

/**
 * Returns the state change after a result: from `not saved` (7) to online (1) when the desired revision is
 * applied; from online to `not saved` when the device refused it.
 */
export function computeStateAfter(
  device: DeviceRecord,
  settled: boolean,
  failed: boolean,
  now: number,
): Partial<DeviceRecord> {
  if (settled && device.state === 7) return { state: 1, stateAt: now };
  if (failed && (device.state === 1 || device.state === 2)) return { state: 7, stateAt: now };
  return {};
}

function settle(row: WorkRow, report: Pick<ConfigReport, 'rev' | 'status' | 'issues' | 'code'>): WorkRow {
  const { code = ERRORS.setFailed.code } = report;
  const issues = [...row.issues, ...report.issues];
  if (row.rev !== report.rev)
    return { ...row, state: 'skipped', detail: 'Replaced by a later configuration.' };
  switch (report.status) {
    case 'received':
    case 'applying':
      return { ...row, state: 'running', detail: report.status === 'received' ? 'Received' : 'Applying' };
    case 'applied':
      return { ...row, state: 'done', detail: undefined, issues };
    case 'partial':
      return { ...row, state: 'partial', detail: 'Applied in part.', issues };
    case 'rejected':
      return { ...row, state: 'failed', detail: report.issues[0]?.reason ?? REFUSED_DETAIL, issues, code };
    case 'rolledback':
      return { ...row, state: 'failed', detail: ROLLED_BACK_DETAIL, issues, code };
  }
}

/** Returns the alarm changes of a report. `current` is true for a report about the desired configuration. */
function buildAlarmChanges(report: ConfigReport, name: string, current: boolean): AlarmChange[] {
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
        event: `${name} rolled back a configuration that disconnected it from the cloud.`,
      },
    ];
  // A device that was reset applies its last configuration again, while the refused one stays refused.
  if (report.status === 'applied' && current)
    return (['config-refused', 'config-rolled-back', 'config-drifted'] as const).map((kind) => ({
      kind,
      change: 'resolve',
      severity: 'info',
      event: '',
    }));
  return [];
}
