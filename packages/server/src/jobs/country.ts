import { DomainError, isOpenWifi, type Job } from '@northlight/contract';
import { getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import { createCommandJob, formatJobTitle } from './command-devices.ts';
import { createMissingDeviceError } from './missing-device.ts';
import { type CommandedDevice, createSkipReason, NO_COMMAND, type SkipReason } from './skip-reasons.ts';
import { toNaturalOrder } from '../platform/db/text-match.ts';

/** Countries of OpenWiFi devices are stored, because their command would reset the device to factory settings. */
const STORED = createSkipReason(
  'unsupportedFeature',
  'The country of this device is part of the wireless configuration. Choose OpenWiFi devices only, or change it there.',
);

interface CountryRequest {
  readonly deviceIds: readonly string[];
  readonly country: string;
  readonly retryOf?: string;
}

/**
 * Changes the country of devices: by a command, or for OpenWiFi devices in the wireless configuration of the project.
 * Skips OpenWiFi devices among others, because a job has commands or configurations.
 */
export async function requestCountry(
  context: RequestContext,
  { country, deviceIds, retryOf }: CountryRequest,
): Promise<Job> {
  const { services } = context;
  const { projectId } = getProjectAccess(context);
  const devices = await services.db
    .selectFrom('devices')
    .select(['id', 'sn', 'name', 'caps'])
    .where('project_id', '=', projectId)
    .where('id', 'in', [...new Set(deviceIds)])
    .orderBy(toNaturalOrder('name_key'))
    .execute();
  if (devices.length < new Set(deviceIds).size)
    throw await createMissingDeviceError(services.db, projectId, deviceIds);
  if (devices.every(({ sn }) => isOpenWifi(sn))) {
    for (const device of devices) refuseSkipped(device, findSkipReason(device, country), devices.length > 1);
    const ids = devices.map(({ id }) => id);
    return services.changeCountry(context, ids, { country, title: formatJobTitle('country', devices) });
  }
  const args = { country };
  const argsFor = (device: CommandedDevice) =>
    isOpenWifi(device.sn) ? STORED : (findSkipReason(device, country) ?? args);
  const retry = retryOf === undefined ? {} : { retryOf };
  const request = { kind: 'country', deviceIds, args, argsFor, after: country, ...retry } as const;
  return createCommandJob(context, request);
}

function findSkipReason({ caps }: Pick<CommandedDevice, 'caps'>, country: string): SkipReason | undefined {
  if (!caps.features.includes('country')) return NO_COMMAND;
  if (caps.countries?.includes(country)) return undefined;
  return createSkipReason('unsupportedFeature', `This model does not support the country ${country}.`);
}

function refuseSkipped(
  { name }: Pick<CommandedDevice, 'name'>,
  skipReason: SkipReason | undefined,
  several: boolean,
): void {
  if (!skipReason) return;
  const { error, reason } = skipReason;
  throw new DomainError(error, { message: several ? `${name}: ${reason}` : reason });
}
