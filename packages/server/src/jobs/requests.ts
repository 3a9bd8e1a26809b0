import { type Diagnostic, DomainError, type Job, type MaintenanceCommand } from '@northlight/contract';
import { commandKind } from '@northlight/contract/device-protocol';
import { announce } from '../platform/commit.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import { actorOf, projectOf, type RequestContext, viewerOf } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import { findJob } from './store.ts';
import { isRetried } from './present.ts';
import { commandDevices } from './command-devices.ts';
import { type CommandedDevice, obstacle, type Obstacle } from './obstacles.ts';

const NO_JOB = { status: 404, message: 'The project has no such job.' } as const;

/** Restart, reset, PoE restart, country, locate and bridge mode. */
export function maintainDevices(
  services: Services,
  command: MaintenanceCommand,
  context: RequestContext,
): Promise<Job> {
  const { deviceIds, kind } = command;
  switch (command.kind) {
    case 'poe-restart': {
      const { args } = command;
      return commandDevices(
        services,
        { kind, deviceIds, argsFor: (device) => poePorts(device, args?.ports), ...(args && { args }) },
        context,
      );
    }
    case 'country': {
      const { args } = command;
      const knows = ({ caps }: CommandedDevice) => caps.countries?.includes(args.country) ?? false;
      const unknown = obstacle(
        'unsupportedFeature',
        `This model does not know the rules of ${args.country}.`,
      );
      const argsFor = (device: CommandedDevice) => (knows(device) ? args : unknown);
      return commandDevices(services, { kind, deviceIds, args, argsFor, after: args.country }, context);
    }
    case 'locate':
      return commandDevices(services, { kind, deviceIds, args: command.args }, context);
    case 'cpe-mode':
      return commandDevices(
        services,
        { kind, deviceIds, args: command.args, after: command.args.mode },
        context,
      );
    case 'restart':
    case 'reset':
      return commandDevices(services, { kind, deviceIds }, context);
  }
}

function poePorts({ caps }: CommandedDevice, wanted: readonly string[] | undefined) {
  const feeding = caps.ports.filter(({ poe }) => poe).map(({ id }) => id);
  const unknown = wanted?.find((id) => !feeding.includes(id));
  return unknown === undefined
    ? { ports: wanted ?? feeding }
    : obstacle('portUnknown', `The device has no port ${unknown} that feeds.`);
}

/** Has one device look around. */
export function diagnoseDevice(
  services: Services,
  deviceId: string,
  look: Diagnostic,
  context: RequestContext,
): Promise<Job> {
  const args = 'args' in look ? look.args : {};
  const after = 'args' in look ? look.args.host : undefined;
  const request = { kind: look.kind, deviceIds: [deviceId], args, ...(after !== undefined && { after }) };
  return commandDevices(services, request, context);
}

/** Takes back the rows that have not been sent. What runs on a device cannot be called back. */
export async function cancelJob(services: Services, jobId: string, context: RequestContext): Promise<Job> {
  const { projectId } = projectOf(context);
  const held = await services.db.transaction().execute(async (tx) => {
    const job = await tx
      .selectFrom('jobs')
      .select(['id', 'title'])
      .where('project_id', '=', projectId)
      .where('id', '=', jobId)
      .forUpdate()
      .executeTakeFirst();
    if (!job) throw new DomainError('invalidParameters', NO_JOB);
    const waiting = await tx
      .selectFrom('job_rows')
      .select(['id', 'device_id'])
      .where('job_id', '=', jobId)
      .where('state', '=', 'queued')
      .execute();
    if (waiting.length === 0)
      throw new DomainError('deviceBusy', { message: 'Everything of this job has been sent already.' });
    await auditRequest(services, tx, context, { action: 'job.cancel', object: job.title });
    return waiting;
  });
  const reason = `Cancelled by ${actorOf(context)}.`;
  for (const { device_id, id } of held) await services.plane.cancelWork(device_id, [id], reason);
  announce(services.bus, (after) => after.live(projectId, 'jobs'));
  const job = await findJob(services.db, viewerOf(context), jobId);
  if (!job) throw new DomainError('invalidParameters', NO_JOB);
  return job;
}

/** A new job on the devices where this one failed, with the same arguments each. */
export async function retryJob(services: Services, jobId: string, context: RequestContext): Promise<Job> {
  const { projectId } = projectOf(context);
  const job = await services.db
    .selectFrom('jobs')
    .select(['kind', 'args'])
    .where('project_id', '=', projectId)
    .where('id', '=', jobId)
    .executeTakeFirst();
  const kind = commandKind.safeParse(job?.kind);
  if (!job) throw new DomainError('invalidParameters', NO_JOB);
  if (!kind.success)
    throw new DomainError('unsupportedFeature', {
      message: 'A configuration is tried again by applying it again.',
    });
  const rows = await services.db
    .selectFrom('job_rows')
    .select(['device_id', 'state', 'args'])
    .where('job_id', '=', jobId)
    .execute();
  const failed = rows.filter(({ state }) => isRetried(state));
  if (failed.length === 0)
    throw new DomainError('invalidParameters', { message: 'No device of this job has failed.' });
  const argsOf = new Map(failed.map((row) => [row.device_id, row.args] as const));
  const argsFor = (device: CommandedDevice): Readonly<Record<string, unknown>> | Obstacle =>
    argsOf.get(device.id) ?? {};
  const deviceIds = failed.map((row) => row.device_id);
  return commandDevices(
    services,
    { kind: kind.data, deviceIds, args: job.args, argsFor, retryOf: jobId },
    context,
  );
}
