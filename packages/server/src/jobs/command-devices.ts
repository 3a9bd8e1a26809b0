import {
  COMMAND_TRAITS,
  getCommandDeadlineMs,
  DomainError,
  ERRORS,
  type Job,
  RESET_DELAY_SECONDS,
} from '@northlight/contract';
import type { CommandKind } from '@northlight/contract/device-protocol';
import { findBrokenConstraint } from '../platform/db/errors.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import type { RequestContext } from '../platform/http/request-context.ts';
import { requireConfirmationForMany } from '../platform/http/step-up.ts';
import { createMissingDeviceError } from './missing-device.ts';
import { insertJob, type NewJobRow } from './store.ts';
import {
  type CommandedDevice,
  lockForCommand,
  type SkipReason,
  findCommandSkipReason,
} from './skip-reasons.ts';
import { assignWave } from './waves.ts';

type Args = Readonly<Record<string, unknown>>;

export interface CommandRequest {
  readonly kind: CommandKind;
  readonly deviceIds: readonly string[];
  /** Arguments for one device, or the reason to skip it. */
  readonly argsFor?: (device: CommandedDevice) => Args | SkipReason;
  /** Arguments of the job, kept for a retry; `argsFor` gives the arguments of each device. */
  readonly args?: Args;
  readonly waves?: readonly number[] | undefined;
  /** Wave of each device, instead of `waves`. */
  readonly waveOf?: ReadonlyMap<string, number>;
  readonly title?: string;
  readonly retryOf?: string;
  /** New value for the audit record of the command. */
  readonly after?: string;
}

/**
 * Commands devices as one job. A device that cannot run the command gets a skipped row with the reason.
 * Throws the reason of the first device when no device can run it.
 */
export async function createCommandJob(context: RequestContext, request: CommandRequest): Promise<Job> {
  const { kind } = request;
  return commitRequest(context, async (work) => {
    const devices = await lockForCommand(work.tx, work.projectId, request.deviceIds);
    if (devices.length < new Set(request.deviceIds).size)
      throw await createMissingDeviceError(work.tx, work.projectId, request.deviceIds);
    const reset = kind === 'reset' ? await requireConfirmationForMany(work, devices.length) : 0;
    // Several devices, also by several requests, start with a delay, so that the resets can be cancelled.
    const startsAt = reset > 1 ? new Date(work.now.getTime() + RESET_DELAY_SECONDS * 1000) : undefined;
    const rows = buildRows(request, devices, work.now, startsAt);
    if (kind === 'upgrade')
      await work.services.orderBackups(work, {
        cause: 'before-upgrade',
        deviceIds: rows.flatMap((row) => ('skipped' in row ? [] : [row.deviceId])),
      });
    const job = await insertJob(
      work,
      {
        kind,
        title: request.title ?? formatJobTitle(kind, devices),
        ...(request.args && { args: request.args }),
        waves: request.waves,
        startsAt,
        ...(request.retryOf !== undefined && { retryOf: request.retryOf }),
      },
      rows,
    );
    await work.audit({
      action: `device.${kind}`,
      object: devices.map((device) => device.sn).join(' '),
      ...(request.after !== undefined && { after: request.after }),
    });
    for (const { deviceId, state } of job.rows) if (state === 'queued') work.pendingWork(deviceId);
    work.live('jobs');
    return job;
  }).catch((error: unknown) => {
    // A violated unique index means that another request inserted an open row for the device first.
    throw findBrokenConstraint(error) === 'job_rows_exclusive'
      ? new DomainError(kind === 'disk-format' ? 'diskFormatting' : 'deviceBusy')
      : error;
  });
}

const isSkipReason = (value: Args | SkipReason): value is SkipReason => 'error' in value && 'reason' in value;

function buildRows(
  request: CommandRequest,
  devices: readonly CommandedDevice[],
  now: Date,
  startsAt: Date | undefined,
): NewJobRow[] {
  const { kind } = request;
  const checked = devices.map((device) => {
    const args = request.argsFor?.(device) ?? request.args ?? {};
    const skipReason = findCommandSkipReason(kind, device) ?? (isSkipReason(args) ? args : undefined);
    return { device, skipReason, args: isSkipReason(args) ? {} : args };
  });
  const capable = checked.filter(({ skipReason }) => !skipReason);
  const [first] = checked;
  if (capable.length === 0 && first?.skipReason) {
    const { error, reason } = first.skipReason;
    throw new DomainError(error, {
      message: devices.length > 1 ? `${first.device.name}: ${reason}` : reason,
    });
  }
  const deadline = new Date(now.getTime() + getCommandDeadlineMs(kind));
  const positions = new Map(capable.map(({ device }, index) => [device.id, index] as const));
  return checked.map(({ device, skipReason, args }) => {
    const row = { deviceId: device.id, deviceName: device.name, args };
    if (skipReason)
      return { ...row, skipped: { code: ERRORS[skipReason.error].code, reason: skipReason.reason } };
    // A job with a later start leaves wave 0 without devices.
    const first = startsAt ? 1 : 0;
    const wave = first + getWave(request, device.id, positions.get(device.id) ?? 0, capable.length);
    // The deadline of a later wave is set when that wave begins.
    return wave === 0 ? { ...row, wave, deadline } : { ...row, wave };
  });
}

const getWave = ({ waveOf, waves }: CommandRequest, id: string, position: number, count: number): number =>
  waveOf?.get(id) ?? (waves ? assignWave(position, count, waves) : 0);

/** Returns a title such as `Restart Lobby` or `Restart 12 devices`. */
export function formatJobTitle(kind: CommandKind, devices: readonly Pick<CommandedDevice, 'name'>[]): string {
  const { verb } = COMMAND_TRAITS[kind];
  const [only] = devices;
  return devices.length === 1 && only ? `${verb} ${only.name}` : `${verb} ${devices.length} devices`;
}
