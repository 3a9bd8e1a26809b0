import { type CommandReport, topics } from '@northlight/contract/device-protocol';
import type { DeviceRecord, DeviceView, Outcome, Outgoing, WorkRow } from './records.ts';

const OPEN: ReadonlySet<string> = new Set(['queued', 'sent', 'running']);
const REBOOTING = 8;
const ONLINE = 1;

export const isOpen = (row: WorkRow): boolean => OPEN.has(row.state);

/** Queued commands go out; they stay `sent` until the device answers. A reconnected device is sent them again: same id. */
export function pushCommands(
  { device, work }: DeviceView,
  resend: boolean,
): { send: Outgoing[]; work: WorkRow[] } {
  const due = work.filter(
    (row) => row.kind !== 'configure' && (row.state === 'queued' || (resend && row.state === 'sent')),
  );
  return {
    send: due.map((row) => ({
      topic: topics.downCommand(device.id, row.id),
      payload: { cid: row.id, kind: row.kind, args: {}, deadline: row.deadline ?? 0 },
    })),
    work: due.map((row): WorkRow => ({ ...row, state: 'sent' })),
  };
}

/** Acknowledgement and progress; a restart is not done by words, only by the next birth. */
export function onCommandReport({ device, work }: DeviceView, report: CommandReport, now: number): Outcome {
  const row = work.find((candidate) => candidate.id === report.cid && isOpen(candidate));
  if (!row) return {};
  const restarting = row.kind === 'restart';
  if (report.state === 'failed')
    return {
      work: [{ ...row, state: 'failed', detail: failure(report), code: report.code }],
      ...(restarting && device.state === REBOOTING && { device: { state: ONLINE, stateAt: now } }),
      live: ['devices', 'jobs'],
    };
  const running: WorkRow = {
    ...row,
    state: 'running',
    percent: report.percent ?? row.percent,
    detail: report.step ?? row.detail,
  };
  return {
    work: [running],
    ...(restarting && device.state !== REBOOTING && { device: { state: REBOOTING, stateAt: now } }),
    live: ['devices', 'jobs'],
  };
}

/** A birth after a restart completes it; a mere reconnection does not. */
export function completeByBirth(work: readonly WorkRow[], bootReason: string): WorkRow[] {
  if (bootReason !== 'restart') return [];
  return work
    .filter((row) => row.kind === 'restart' && (row.state === 'sent' || row.state === 'running'))
    .map((row): WorkRow => ({ ...row, state: 'done', percent: 100, detail: 'The device is back.' }));
}

/** Open commands past their deadline end as expired; the states that they held end with them. */
export function expire({ device, work }: DeviceView, now: number): Outcome {
  const connected = device.session !== undefined;
  const late = work.filter((row) => isOpen(row) && row.deadline !== undefined && row.deadline <= now);
  if (late.length === 0) return {};
  const rows = late.map((row): WorkRow => ({
    ...row,
    state: 'expired',
    detail: 'The device did not answer in time.',
  }));
  const stuck = device.state === REBOOTING && late.some((row) => row.kind === 'restart');
  const next: Partial<DeviceRecord> = stuck ? { state: connected ? ONLINE : 0, stateAt: now } : {};
  const alarms = stuck && !connected ? [offlineAlarm(device.name)] : [];
  return {
    work: rows,
    device: next,
    alarms,
    live: ['devices', 'jobs', ...(alarms.length > 0 ? (['alarms'] as const) : [])],
  };
}

export const offlineAlarm = (name: string) =>
  ({ kind: 'device-offline', change: 'raise', severity: 'critical', event: `${name} is offline.` }) as const;

function failure(report: CommandReport): string {
  const reason = report.result?.['reason'];
  return typeof reason === 'string' ? reason : 'The device could not do it.';
}
