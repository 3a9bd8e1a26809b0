import {
  COMMAND_TRAITS,
  type CommandTraits,
  DEVICE_STATES,
  findOwnProperty,
  UPGRADE_TEXTS,
} from '@northlight/contract';
import { type BirthMessage, type CommandReport, topics } from '@northlight/contract/device-protocol';
import type { CommandKind } from './contract-types.ts';
import type { DeviceRecord, DeviceView, Outcome, Outgoing, WorkRow } from './records.ts';

const OPEN: ReadonlySet<string> = new Set(['queued', 'sent', 'running']);
const { offline, online, rebooting, upgradeSuccess, upgrading, uploading } = DEVICE_STATES;
/** Device states during a command, which end with the command. */
const BUSY_STATES: ReadonlySet<number> = new Set([rebooting, upgrading, uploading]);
/** Maximum time (ms) of a busy state without an open command; longer than the longest command. */
export const STUCK_AFTER_MS = 20 * 60_000;

/** Labels of the upgrade steps that devices report. */
const UPGRADE_STEP_LABELS: Readonly<Record<string, string>> = {
  downloading: UPGRADE_TEXTS.downloading,
  upgrading: UPGRADE_TEXTS.upgrading,
  restarting: UPGRADE_TEXTS.restarting,
};

type CommandRow = WorkRow & { readonly kind: CommandKind };

const isCommand = (row: WorkRow): row is CommandRow => row.kind !== 'configure';
const findTraits = (row: WorkRow): CommandTraits | undefined =>
  isCommand(row) ? COMMAND_TRAITS[row.kind] : undefined;
const isInProgress = ({ state }: WorkRow): boolean => state === 'sent' || state === 'running';

export const isOpen = (row: WorkRow): boolean => OPEN.has(row.state);
/** Returns true for a device that executes a command and may therefore be disconnected or silent. */
export const isBusyState = (state: number): boolean => BUSY_STATES.has(state);

/**
 * Sends queued commands, which are `sent` until the device answers. With `resend`, repeats sent commands with
 * the same id.
 */
export function pushCommands(
  { device, work }: DeviceView,
  resend: boolean,
): { send: Outgoing[]; work: WorkRow[] } {
  const due = work.filter(
    (row) =>
      isCommand(row) && row.held !== true && (row.state === 'queued' || (resend && row.state === 'sent')),
  );
  return {
    send: due.map(({ args = {}, deadline = 0, id, kind }) => ({
      topic: topics.downCommand(device.id, id),
      payload: { cid: id, kind, args, deadline },
    })),
    work: due.map((row): WorkRow => ({ ...row, state: 'sent' })),
  };
}

/**
 * Handles the acknowledgement, progress or result of a command. A restart usually ends with the next birth.
 * It also ends with a `done` report, which the device sends if it restarted twice before that birth. An
 * upgrade is done only when a birth reports the new software.
 */
export function handleCommandReport(
  { device, work }: DeviceView,
  report: CommandReport,
  now: number,
): Outcome {
  const row = work.find((candidate) => candidate.id === report.cid && isOpen(candidate));
  const traits = row && findTraits(row);
  if (!row || !traits) return {};
  const { endsWithBirth, state } = traits;
  const ended = state !== undefined && device.state === state && { device: { state: online, stateAt: now } };
  if (report.state === 'failed')
    return {
      work: [{ ...row, state: 'failed', detail: getFailureDetail(row, report), code: report.code }],
      ...ended,
      live: ['devices', 'jobs'],
      advanceJobs: true,
    };
  if (report.state === 'done' && endsWithBirth !== 'upgrade')
    return {
      work: [{ ...row, state: 'done', percent: 100, detail: undefined, result: report.result }],
      ...ended,
      live: ['devices', 'jobs'],
      advanceJobs: true,
    };
  const running: WorkRow = {
    ...row,
    state: 'running',
    percent: report.percent ?? row.percent,
    detail:
      report.step === undefined
        ? row.detail
        : (findOwnProperty(UPGRADE_STEP_LABELS, report.step) ?? report.step),
    ...(traits.partialResults && report.result && { result: report.result }),
  };
  return {
    work: [running],
    ...(state !== undefined && device.state !== state && { device: { state, stateAt: now } }),
    live: ['devices', 'jobs'],
    advanceJobs: true,
  };
}

/**
 * Returns the rows of the commands that a start of the device ends: done if the boot reason matches the
 * command, failed if an upgrade has not installed its software.
 */
export function completeAfterBirth(
  work: readonly WorkRow[],
  { bootCommand, bootReason, sw }: Pick<BirthMessage, 'bootCommand' | 'bootReason' | 'sw'>,
): WorkRow[] {
  return work.filter(isInProgress).flatMap((row): WorkRow[] => {
    const expected = findTraits(row)?.endsWithBirth;
    if (expected === undefined || (bootCommand !== undefined && bootCommand !== row.id)) return [];
    if (expected !== 'upgrade')
      return expected === bootReason
        ? [{ ...row, state: 'done', percent: 100, detail: 'The device has reconnected.' }]
        : [];
    const wanted = row.args?.['version'];
    // A birth after an upgrade to a third-party image completes the command, because the version of such an
    // image is not known before.
    if (wanted === undefined)
      return bootReason === 'upgrade'
        ? [{ ...row, state: 'done', percent: 100, detail: `The device runs ${sw}.` }]
        : [];
    if (sw === wanted && (bootReason === 'upgrade' || row.state === 'running'))
      return [{ ...row, state: 'done', percent: 100, detail: `The device runs ${sw}.` }];
    return bootReason === 'upgrade'
      ? [{ ...row, state: 'failed', detail: `The upgrade failed: the device runs ${sw}.` }]
      : [];
  });
}

/**
 * Returns the state after a birth: `upgrade successful` after an upgrade, the busy state if the device only
 * reconnected during a command, otherwise online.
 */
export function computeStateAfterBirth(
  completed: readonly WorkRow[],
  open: readonly WorkRow[],
  sameStart: boolean,
): number {
  if (completed.some(({ kind, state }) => kind === 'upgrade' && state === 'done')) return upgradeSuccess;
  const busy = sameStart
    ? open.filter(({ state }) => state === 'running').flatMap((row) => findTraits(row)?.state ?? [])
    : [];
  return busy[0] ?? online;
}

/** Returns the running commands that a restart ends, now that the device has disconnected for it. */
export function markRestarting(work: readonly WorkRow[]): WorkRow[] {
  return work.flatMap((row) => {
    if (row.state !== 'running' || findTraits(row)?.endsWithBirth === undefined) return [];
    const detail = row.kind === 'upgrade' ? UPGRADE_TEXTS.restarting : 'Restarting';
    return [{ ...row, percent: undefined, detail }];
  });
}

/** Ends open commands after their deadline as expired, and the busy states that they caused. */
export function expireCommands({ device, work }: DeviceView, now: number): Outcome {
  const expired = work.filter((row) => isOpen(row) && row.deadline !== undefined && row.deadline <= now);
  const remaining = work.filter((row) => isOpen(row) && !expired.includes(row));
  const causesState = (row: WorkRow): boolean => findTraits(row)?.state === device.state;
  const isOverlong = isBusyState(device.state) && device.stateAt + STUCK_AFTER_MS <= now;
  const stuck =
    isBusyState(device.state) && !remaining.some(causesState) && (isOverlong || expired.some(causesState));
  if (expired.length === 0 && !stuck) return {};
  const rows = expired.map((row): WorkRow => ({
    ...row,
    state: 'expired',
    detail: 'The device did not answer in time.',
  }));
  const connected = device.session !== undefined;
  const next: Partial<DeviceRecord> = stuck ? { state: connected ? online : offline, stateAt: now } : {};
  const alarms = stuck && !connected ? [createOfflineAlarm(device.name)] : [];
  return {
    work: rows,
    device: next,
    alarms,
    live: ['devices', 'jobs', ...(alarms.length > 0 ? (['alarms'] as const) : [])],
    advanceJobs: true,
    groupAlarms: alarms.length > 0,
  };
}

export const createOfflineAlarm = (name: string) =>
  ({ kind: 'device-offline', change: 'raise', severity: 'critical', event: `${name} is offline.` }) as const;

function getFailureDetail(row: WorkRow, { result }: CommandReport): string {
  const reason = result?.reason ?? 'The device could not run the command.';
  const downloading = row.kind === 'upgrade' && row.detail === UPGRADE_TEXTS.downloading;
  return downloading ? `${UPGRADE_TEXTS.downloadFailed}: ${reason}` : reason;
}
