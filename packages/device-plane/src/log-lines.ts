/** What a step of a device is worth a line in the project's log. */
import { deviceState } from '@northlight/contract';
import type { DeviceRecord, DeviceView, LogLine, Outcome, ReportedStatus, WorkRow } from './records.ts';

const CONFIG_RESULTS: Readonly<
  Partial<Record<ReportedStatus, Pick<LogLine, 'severity'> & { verb: string }>>
> = {
  applied: { verb: 'is applied', severity: 'info' },
  partial: { verb: 'is applied in part', severity: 'warning' },
  rejected: { verb: 'was refused', severity: 'warning' },
  rolledback: { verb: 'was undone by the device', severity: 'critical' },
};
const WORK_RESULTS: Readonly<
  Partial<Record<WorkRow['state'], Pick<LogLine, 'severity'> & { word: string }>>
> = {
  done: { word: 'done', severity: 'info' },
  partial: { word: 'done in part', severity: 'warning' },
  failed: { word: 'failed', severity: 'warning' },
  skipped: { word: 'left out', severity: 'info' },
  expired: { word: 'not done in time', severity: 'warning' },
};

type Step = (view: DeviceView) => Outcome;

/** The step, with what it is worth in the log. */
export const withLogLines =
  (step: Step): Step =>
  (view) => {
    const outcome = step(view);
    const log = logLinesOf(view, outcome);
    return log.length > 0 ? { ...outcome, log, live: [...(outcome.live ?? []), 'logs'] } : outcome;
  };

export function logLinesOf({ device, work }: DeviceView, outcome: Outcome): LogLine[] {
  const after = { ...device, ...outcome.device };
  return [
    ...stateLines(device, after),
    ...configLines(device, after),
    ...workLines(work, outcome.work ?? []),
  ];
}

function stateLines(before: DeviceRecord, after: DeviceRecord): LogLine[] {
  if (before.state === after.state) return [];
  if (before.waiting && !after.waiting) return [{ severity: 'info', event: 'Online for the first time' }];
  const { countsOnline, simplified, word } = deviceState(after.state);
  const gone = !countsOnline && simplified === 'offline';
  return [{ severity: gone ? 'warning' : 'info', event: word }];
}

function configLines(before: DeviceRecord, after: DeviceRecord): LogLine[] {
  if (before.reportedStatus === after.reportedStatus && before.reportedRev === after.reportedRev) return [];
  if (after.reportedStatus === 'drifted')
    return [{ severity: 'warning', event: 'Configuration differs from what was last applied' }];
  const words = CONFIG_RESULTS[after.reportedStatus];
  if (!words) return [];
  const rev =
    after.reportedStatus === 'rolledback' || after.reportedStatus === 'rejected'
      ? after.badRev
      : after.reportedRev;
  return [{ severity: words.severity, event: `Configuration ${rev} ${words.verb}` }];
}

function workLines(before: readonly WorkRow[], changed: readonly WorkRow[]): LogLine[] {
  const known = new Map(before.map((row) => [row.id, row.state] as const));
  return changed.flatMap(({ detail, id, kind, state }) => {
    const end = WORK_RESULTS[state];
    // Configurations tell of themselves above.
    if (!end || kind === 'configure' || known.get(id) === state) return [];
    const event = `${labelOf(kind)} ${end.word}`;
    return [{ severity: end.severity, event: detail === undefined ? event : `${event}: ${detail}` }];
  });
}

function labelOf(kind: string): string {
  const words = kind.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
