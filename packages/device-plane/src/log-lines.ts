/** Derives entries of the project's log from the steps of a device. */
import { getDeviceState } from '@northlight/contract';
import type { DeviceRecord, DeviceView, LogLine, Outcome, ReportedStatus, WorkRow } from './records.ts';

const CONFIG_RESULTS: Readonly<
  Partial<Record<ReportedStatus, Pick<LogLine, 'severity'> & { label: string }>>
> = {
  applied: { label: 'applied', severity: 'info' },
  partial: { label: 'applied in part', severity: 'warning' },
  rejected: { label: 'refused by the device', severity: 'warning' },
  rolledback: { label: 'rolled back by the device', severity: 'critical' },
};
const WORK_RESULTS: Readonly<
  Partial<Record<WorkRow['state'], Pick<LogLine, 'severity'> & { label: string }>>
> = {
  done: { label: 'done', severity: 'info' },
  partial: { label: 'done in part', severity: 'warning' },
  failed: { label: 'failed', severity: 'warning' },
  skipped: { label: 'skipped', severity: 'info' },
  expired: { label: 'timed out', severity: 'warning' },
};

type Step = (view: DeviceView) => Outcome;

/** Wraps a step so that its outcome contains the log entries. */
export const addLogLines =
  (step: Step): Step =>
  (view) => {
    const outcome = step(view);
    const log = buildLogLines(view, outcome);
    return log.length > 0 ? { ...outcome, log, live: [...(outcome.live ?? []), 'logs'] } : outcome;
  };

export function buildLogLines({ device, work }: DeviceView, outcome: Outcome): LogLine[] {
  const after = { ...device, ...outcome.device };
  return [
    ...buildStateLines(device, after),
    ...buildConfigLines(device, after),
    ...buildWorkLines(work, outcome.work ?? []),
  ];
}

function buildStateLines(before: DeviceRecord, after: DeviceRecord): LogLine[] {
  if (before.state === after.state) return [];
  if (before.waiting && !after.waiting) return [{ severity: 'info', event: 'Online for the first time' }];
  const { countsOnline, simplified, label } = getDeviceState(after.state);
  const isOffline = !countsOnline && simplified === 'offline';
  return [{ severity: isOffline ? 'warning' : 'info', event: label }];
}

function buildConfigLines(before: DeviceRecord, after: DeviceRecord): LogLine[] {
  if (before.reportedStatus === after.reportedStatus && before.reportedRev === after.reportedRev) return [];
  if (after.reportedStatus === 'drifted')
    return [{ severity: 'warning', event: 'Configuration differs from the last applied configuration' }];
  const result = CONFIG_RESULTS[after.reportedStatus];
  if (!result) return [];
  const rev =
    after.reportedStatus === 'rolledback' || after.reportedStatus === 'rejected'
      ? // A device under local management refuses a revision without making it a bad one.
        (after.desired?.rev ?? after.badRev)
      : after.reportedRev;
  const name = rev === 0 ? 'Factory configuration' : `Configuration ${rev}`;
  return [{ severity: result.severity, event: `${name} ${result.label}` }];
}

function buildWorkLines(before: readonly WorkRow[], changed: readonly WorkRow[]): LogLine[] {
  const known = new Map(before.map((row) => [row.id, row.state] as const));
  return changed.flatMap(({ args, detail, id, kind, state }) => {
    const result = WORK_RESULTS[state];
    // Skips configuration results, which `buildConfigLines` logs.
    if (!result || kind === 'configure' || known.get(id) === state) return [];
    const event = `${formatKindLabel(kind)}${formatTarget(args)} ${result.label}`;
    return [{ severity: result.severity, event: detail === undefined ? event : `${event}: ${detail}` }];
  });
}

/** Names the host of a ping or a traceroute: ` to 9.9.9.9`. */
const formatTarget = (args: WorkRow['args']): string =>
  typeof args?.['host'] === 'string' ? ` to ${args['host']}` : '';

function formatKindLabel(kind: string): string {
  const label = kind.replaceAll('-', ' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}
