import { DISK_STATE_LABELS, DomainError, type Job } from '@northlight/contract';
import { recorderStat } from '@northlight/contract/device-protocol';
import { normalizeName } from '@northlight/contract/net';
import { findDevice } from '../devices/index.ts';
import {
  type CommandedDevice,
  createCommandJob,
  createMissingDeviceError,
  createSkipReason,
} from '../jobs/index.ts';
import { getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import { requireConfirmation } from '../platform/http/step-up.ts';

/**
 * Formats a disk of a recorder, after the name of the recorder and the identity of the caller are confirmed. One format runs
 * on a recorder at a time: another one is refused with code 3000, a failed disk with 3001, and a bay without one with 3002.
 */
export async function formatDisk(
  context: RequestContext,
  { deviceId, diskId }: { readonly deviceId: string; readonly diskId: string },
  deviceName: string,
): Promise<Job> {
  const { db } = context.services;
  const { projectId } = getProjectAccess(context);
  const device = await findDevice(db, projectId, deviceId);
  if (!device) throw await createMissingDeviceError(db, projectId, [deviceId]);
  const disk = recorderStat.safeParse(device.recorder).data?.disks.find(({ id }) => id === diskId);
  const args = { disk: diskId };
  const argsFor = ({ name }: CommandedDevice) => {
    requireName(name, deviceName);
    requireConfirmation(context);
    if (!disk) return createSkipReason('diskMissing', `The recorder has no disk ${diskId}.`);
    if (disk.state === 'missing') return createSkipReason('diskMissing');
    if (disk.state === 'failed')
      return createSkipReason(
        'diskFormatFailed',
        `${disk.label} has failed and cannot be formatted. Replace it.`,
      );
    return disk.state === 'formatting' ? createSkipReason('diskFormatting') : args;
  };
  const label = disk?.label ?? diskId;
  return createCommandJob(context, {
    kind: 'disk-format',
    deviceIds: [deviceId],
    args,
    argsFor,
    title: `Format ${label} of ${device.name}`,
    after: `${label}, was ${DISK_STATE_LABELS[disk?.state ?? 'missing'].toLowerCase()}`,
  });
}

function requireName(name: string, entered: string): void {
  if (normalizeName(name) === normalizeName(entered)) return;
  const message = `Enter the name of the recorder: ${name}.`;
  throw new DomainError('invalidParameters', { message, fields: { deviceName: message } });
}
