import { COMMAND_TRAITS, commandDeadlineMs, DomainError, ERRORS, type Job } from '@northlight/contract';
import type { CommandKind } from '@northlight/contract/device-protocol';
import { commit } from '../platform/commit.ts';
import { brokenConstraint } from '../platform/db/errors.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import {
  accountOf,
  actorOf,
  projectOf,
  type RequestContext,
  viewerOf,
} from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import { insertJob, type NewJobRow } from './store.ts';
import { type CommandedDevice, lockForCommand, type Obstacle, obstacleTo } from './obstacles.ts';
import { waveOf } from './waves.ts';

type Args = Readonly<Record<string, unknown>>;

export interface CommandRequest {
  readonly kind: CommandKind;
  readonly deviceIds: readonly string[];
  /** What the command says to one device; an obstacle where it cannot be said. */
  readonly argsFor?: (device: CommandedDevice) => Args | Obstacle;
  /** Of the job, for a retry; the devices' own ones come from `argsFor`. */
  readonly args?: Args;
  readonly waves?: readonly number[] | undefined;
  readonly retryOf?: string;
  /** What the audit says beside the devices. */
  readonly after?: string;
}

const MISSING = { status: 404, message: 'The project has no such device.' } as const;

/**
 * Commands devices as one job. Those that cannot are rows that say why; when none can, the whole is refused with the
 * first one's reason.
 */
export async function commandDevices(
  services: Services,
  request: CommandRequest,
  context: RequestContext,
): Promise<Job> {
  const { projectId } = projectOf(context);
  const { kind } = request;
  const now = new Date(services.clock.now());
  return commit(services, async (tx, after) => {
    const devices = await lockForCommand(tx, projectId, request.deviceIds);
    if (devices.length < new Set(request.deviceIds).size) throw new DomainError('invalidParameters', MISSING);
    const rows = rowsOf(request, devices, now);
    const job = await insertJob(
      tx,
      services.entropy,
      {
        projectId,
        kind,
        title: titleOf(kind, devices),
        createdBy: actorOf(context),
        actorId: accountOf(context).id,
        now,
        ...(request.args && { args: request.args }),
        waves: request.waves,
        ...(request.retryOf !== undefined && { retryOf: request.retryOf }),
      },
      rows,
      viewerOf(context),
    );
    await auditRequest(services, tx, context, {
      action: `device.${kind}`,
      object: devices.map((device) => device.sn).join(' '),
      ...(request.after !== undefined && { after: request.after }),
    });
    for (const { deviceId, state } of job.rows) if (state === 'queued') after.nudge(deviceId);
    after.live(projectId, 'jobs');
    return job;
  }).catch((error: unknown) => {
    // Its row is still open: another caller was quicker.
    throw brokenConstraint(error) === 'job_rows_exclusive' ? new DomainError('deviceBusy') : error;
  });
}

const isObstacle = (value: Args | Obstacle): value is Obstacle => 'error' in value && 'reason' in value;

function rowsOf(request: CommandRequest, devices: readonly CommandedDevice[], now: Date): NewJobRow[] {
  const { kind, waves } = request;
  const judged = devices.map((device) => {
    const args = request.argsFor?.(device) ?? request.args ?? {};
    const inTheWay = obstacleTo(kind, device) ?? (isObstacle(args) ? args : undefined);
    return { device, inTheWay, args: isObstacle(args) ? {} : args };
  });
  const able = judged.filter(({ inTheWay }) => !inTheWay);
  const [first] = judged;
  if (able.length === 0 && first?.inTheWay) {
    const { error, reason } = first.inTheWay;
    throw new DomainError(error, {
      message: devices.length > 1 ? `${first.device.name}: ${reason}` : reason,
    });
  }
  const deadline = new Date(now.getTime() + commandDeadlineMs(kind));
  const place = new Map(able.map(({ device }, index) => [device.id, index] as const));
  return judged.map(({ device, inTheWay, args }) => {
    const row = { deviceId: device.id, deviceName: device.name, args };
    if (inTheWay) return { ...row, skipped: { code: ERRORS[inTheWay.error].code, reason: inTheWay.reason } };
    const wave = waves ? waveOf(place.get(device.id) ?? 0, able.length, waves) : 0;
    // The time of a later wave runs from its own beginning.
    return wave === 0 ? { ...row, wave, deadline } : { ...row, wave };
  });
}

function titleOf(kind: CommandKind, devices: readonly CommandedDevice[]): string {
  const { verb } = COMMAND_TRAITS[kind];
  const [only] = devices;
  return devices.length === 1 && only ? `${verb} ${only.name}` : `${verb} ${devices.length} devices`;
}
