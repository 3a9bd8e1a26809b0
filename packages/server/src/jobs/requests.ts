import { type Diagnostic, DomainError, type Job, type MaintenanceCommand } from '@northlight/contract';
import { commandArgs, commandKind } from '@northlight/contract/device-protocol';
import { publishChanges } from '../platform/work.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import {
  getActor,
  getProjectAccess,
  type RequestContext,
  getViewer,
} from '../platform/http/request-context.ts';
import { findJob } from './store.ts';
import { findRetryRefusal, isRetried } from './present.ts';
import { createCommandJob } from './command-devices.ts';
import { requestCountry } from './country.ts';
import { type CommandedDevice, createSkipReason, type SkipReason } from './skip-reasons.ts';

const UNKNOWN_JOB = { status: 404, message: 'The project has no such job.' } as const;

/** Runs a maintenance command: restart, reset, PoE restart, country, locate or bridge mode. */
export function maintainDevices(context: RequestContext, command: MaintenanceCommand): Promise<Job> {
  const { deviceIds, kind } = command;
  switch (command.kind) {
    case 'poe-restart': {
      const { args } = command;
      return createCommandJob(context, {
        kind,
        deviceIds,
        argsFor: (device) => selectPoePorts(device, args?.ports),
        ...(args && { args }),
      });
    }
    case 'country':
      return requestCountry(context, { deviceIds, country: command.args.country });
    case 'locate':
      return createCommandJob(context, { kind, deviceIds, args: command.args });
    case 'cpe-mode': {
      const { args } = command;
      const followsLink = createSkipReason(
        'unsupportedFeature',
        'The mode of this bridge follows its bridge link. Change the link instead.',
      );
      const argsFor = ({ caps }: CommandedDevice) =>
        caps.features.includes('bridge-link') ? followsLink : args;
      return createCommandJob(context, { kind, deviceIds, args, argsFor, after: args.mode });
    }
    case 'restart':
    case 'reset':
    case 'discover':
      return createCommandJob(context, { kind, deviceIds });
  }
}

function selectPoePorts({ caps }: CommandedDevice, wanted: readonly string[] | undefined) {
  const poePortIds = caps.ports.filter(({ poe }) => poe).map(({ id }) => id);
  const unknown = wanted?.find((id) => !poePortIds.includes(id));
  return unknown === undefined
    ? { ports: wanted ?? poePortIds }
    : createSkipReason('portUnknown', `The device has no PoE port ${unknown}.`);
}

export function diagnoseDevice(
  context: RequestContext,
  deviceId: string,
  diagnostic: Diagnostic,
): Promise<Job> {
  const args = 'args' in diagnostic ? diagnostic.args : {};
  const after = 'args' in diagnostic && 'host' in diagnostic.args ? diagnostic.args.host : undefined;
  const request = {
    kind: diagnostic.kind,
    deviceIds: [deviceId],
    args,
    ...(after !== undefined && { after }),
  };
  return createCommandJob(context, request);
}

/** Cancels the queued rows of a job. Work sent to a device cannot be cancelled. */
export async function cancelJob(context: RequestContext, jobId: string): Promise<Job> {
  const { services } = context;
  const { projectId } = getProjectAccess(context);
  const cancelled = await commitRequest(context, async (work) => {
    const job = await work.tx
      .selectFrom('jobs')
      .select(['id', 'title'])
      .where('project_id', '=', projectId)
      .where('id', '=', jobId)
      .forUpdate()
      .executeTakeFirst();
    if (!job) throw new DomainError('invalidParameters', UNKNOWN_JOB);
    const waiting = await work.tx
      .selectFrom('job_rows')
      .select(['id', 'device_id'])
      .where('job_id', '=', jobId)
      .where('state', '=', 'queued')
      .execute();
    if (waiting.length === 0)
      throw new DomainError('deviceBusy', { message: 'All work of this job has been sent already.' });
    await work.audit({ action: 'job.cancel', object: job.title });
    return waiting;
  });
  const reason = `Cancelled by ${getActor(context)}.`;
  for (const { device_id, id } of cancelled) await services.plane.cancelWork(device_id, [id], reason);
  publishChanges(services.bus, (after) => after.liveIn(projectId, 'jobs'));
  const job = await findJob(services.db, getViewer(context), jobId);
  if (!job) throw new DomainError('invalidParameters', UNKNOWN_JOB);
  return job;
}

/** Creates a new job for the devices where this job failed, with the arguments of this job. */
export async function retryJob(context: RequestContext, jobId: string): Promise<Job> {
  const { projectId } = getProjectAccess(context);
  const job = await context.services.db
    .selectFrom('jobs')
    .select(['kind', 'args'])
    .where('project_id', '=', projectId)
    .where('id', '=', jobId)
    .executeTakeFirst();
  const kind = commandKind.safeParse(job?.kind);
  if (!job) throw new DomainError('invalidParameters', UNKNOWN_JOB);
  const message = findRetryRefusal(job.kind);
  if (message !== undefined || !kind.success) throw new DomainError('unsupportedFeature', { message });
  const rows = await context.services.db
    .selectFrom('job_rows')
    .select(['device_id', 'state', 'args'])
    .where('job_id', '=', jobId)
    .execute();
  const failed = rows.filter(({ state }) => isRetried(state));
  if (failed.length === 0)
    throw new DomainError('invalidParameters', { message: 'No device of this job has failed.' });
  const deviceIds = failed.map((row) => row.device_id);
  const { data: country } = commandArgs.country.safeParse(job.args);
  if (kind.data === 'country' && country)
    return requestCountry(context, { deviceIds, ...country, retryOf: jobId });
  const argsOf = new Map(failed.map((row) => [row.device_id, row.args] as const));
  const argsFor = (device: CommandedDevice): Readonly<Record<string, unknown>> | SkipReason =>
    argsOf.get(device.id) ?? {};
  return createCommandJob(context, { kind: kind.data, deviceIds, args: job.args, argsFor, retryOf: jobId });
}
