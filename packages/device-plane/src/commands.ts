import { COMMAND_TRAITS, type CommandTraits, DEVICE_STATES } from '@northlight/contract';
import { type BirthMessage, type CommandReport, topics } from '@northlight/contract/device-protocol';
import type { CommandKind } from './contract-types.ts';
import type { DeviceRecord, DeviceView, Outcome, Outgoing, WorkRow } from './records.ts';

const OPEN: ReadonlySet<string> = new Set(['queued', 'sent', 'running']);
const { offline, online, rebooting, upgradeSuccess, upgrading, uploading } = DEVICE_STATES;
/** States that a command holds; they end with it. */
const BUSY_STATES: ReadonlySet<number> = new Set([rebooting, upgrading, uploading]);
/** A held state without a command that holds it: longer than the longest command may take. */
export const STUCK_AFTER_MS = 20 * 60_000;

/** Steps of an upgrade as the device names them, and as people read them (specification §4). */
const UPGRADE_STEP_LABELS: Readonly<Record<string, string>> = {
  downloading: 'Downloading',
  upgrading: 'Upgrading',
  restarting: 'Restarting',
};

type CommandRow = WorkRow & { readonly kind: CommandKind };

const isCommand = (row: WorkRow): row is CommandRow => row.kind !== 'configure';
const traitsOf = (row: WorkRow): CommandTraits | undefined =>
  isCommand(row) ? COMMAND_TRAITS[row.kind] : undefined;
const isUnderWay = ({ state }: WorkRow): boolean => state === 'sent' || state === 'running';

export const isOpen = (row: WorkRow): boolean => OPEN.has(row.state);
/** True for a device that is away or silent because it was told to be. */
export const isBusyState = (state: number): boolean => BUSY_STATES.has(state);

/** Queued commands go out; they stay `sent` until the device answers. A reconnected device is sent them again: same id. */
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
 * Acknowledgement, progress and result. A restart ends with the birth after it, or with the word of a device that died
 * again before that; an upgrade is not done by words, only by the software that runs.
 */
export function onCommandReport({ device, work }: DeviceView, report: CommandReport, now: number): Outcome {
  const row = work.find((candidate) => candidate.id === report.cid && isOpen(candidate));
  const traits = row && traitsOf(row);
  if (!row || !traits) return {};
  const { endsWithBirth, state } = traits;
  const released = state !== undefined &&
    device.state === state && { device: { state: online, stateAt: now } };
  if (report.state === 'failed')
    return {
      work: [{ ...row, state: 'failed', detail: failure(row, report), code: report.code }],
      ...released,
      live: ['devices', 'jobs'],
    };
  if (report.state === 'done' && endsWithBirth !== 'upgrade')
    return {
      work: [{ ...row, state: 'done', percent: 100, detail: undefined, result: report.result }],
      ...released,
      live: ['devices', 'jobs'],
    };
  const running: WorkRow = {
    ...row,
    state: 'running',
    percent: report.percent ?? row.percent,
    detail: report.step === undefined ? row.detail : (UPGRADE_STEP_LABELS[report.step] ?? report.step),
  };
  return {
    work: [running],
    ...(state !== undefined && device.state !== state && { device: { state, stateAt: now } }),
    live: ['devices', 'jobs'],
  };
}

/** Rows that this start of the device ends: it is back as it was told to come back, or it is not. */
export function completeByBirth(
  work: readonly WorkRow[],
  { bootCommand, bootReason, sw }: Pick<BirthMessage, 'bootCommand' | 'bootReason' | 'sw'>,
): WorkRow[] {
  return work.filter(isUnderWay).flatMap((row): WorkRow[] => {
    const expected = traitsOf(row)?.endsWithBirth;
    if (expected === undefined || (bootCommand !== undefined && bootCommand !== row.id)) return [];
    if (expected !== 'upgrade')
      return expected === bootReason
        ? [{ ...row, state: 'done', percent: 100, detail: 'The device is back.' }]
        : [];
    const wanted = row.args?.['version'];
    // An image of another maker does not say its version beforehand: other software than before is all that can be asked.
    if (wanted === undefined)
      return bootReason === 'upgrade'
        ? [{ ...row, state: 'done', percent: 100, detail: `The device runs ${sw}.` }]
        : [];
    if (sw === wanted && (bootReason === 'upgrade' || row.state === 'running'))
      return [{ ...row, state: 'done', percent: 100, detail: `The device runs ${sw}.` }];
    return bootReason === 'upgrade'
      ? [{ ...row, state: 'failed', detail: `The device came back with ${sw}.` }]
      : [];
  });
}

/** The state of a device that has just introduced itself: upgraded, or still busy with what it only reconnected in. */
export function stateAfterBirth(
  completed: readonly WorkRow[],
  open: readonly WorkRow[],
  sameStart: boolean,
): number {
  if (completed.some(({ kind, state }) => kind === 'upgrade' && state === 'done')) return upgradeSuccess;
  const held = sameStart
    ? open.filter(({ state }) => state === 'running').flatMap((row) => traitsOf(row)?.state ?? [])
    : [];
  return held[0] ?? online;
}

/** Open commands past their deadline end as expired; the states that they held end with them. */
export function expire({ device, work }: DeviceView, now: number): Outcome {
  const late = work.filter((row) => isOpen(row) && row.deadline !== undefined && row.deadline <= now);
  const left = work.filter((row) => isOpen(row) && !late.includes(row));
  const holds = (row: WorkRow): boolean => traitsOf(row)?.state === device.state;
  const forgotten = isBusyState(device.state) && device.stateAt + STUCK_AFTER_MS <= now;
  const stuck = isBusyState(device.state) && !left.some(holds) && (forgotten || late.some(holds));
  if (late.length === 0 && !stuck) return {};
  const rows = late.map((row): WorkRow => ({
    ...row,
    state: 'expired',
    detail: 'The device did not answer in time.',
  }));
  const connected = device.session !== undefined;
  const next: Partial<DeviceRecord> = stuck ? { state: connected ? online : offline, stateAt: now } : {};
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

function failure(row: WorkRow, { result }: CommandReport): string {
  const reason = result?.reason ?? 'The device could not do it.';
  const downloading = row.kind === 'upgrade' && row.detail === UPGRADE_STEP_LABELS['downloading'];
  return downloading ? `Download failed: ${reason}` : reason;
}
