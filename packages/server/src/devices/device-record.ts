import { DomainError, ERRORS } from '@northlight/contract';
import { normalizeName } from '@northlight/contract/net';
import type { Tx } from '../platform/db/database.ts';
import { findBrokenConstraint } from '../platform/db/errors.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import type { RequestContext } from '../platform/http/request-context.ts';
import { requireConfirmationForMany } from '../platform/http/step-up.ts';
import { resolveAlarmsOfDevice } from '../alarms/index.ts';
import { createMissingDeviceError, skipOpenWork } from '../jobs/index.ts';
import { announceToHolders } from '../sharing/index.ts';

/** Renames a device. The name is stored only in the cloud, so that offline devices can be renamed too. */
export async function renameDevice(context: RequestContext, deviceId: string, name: string): Promise<void> {
  try {
    await commitRequest(context, async (work) => {
      const device = await lockDevice(work.tx, work.projectId, deviceId);
      await work.tx
        .updateTable('devices')
        .set({ name, name_key: normalizeName(name) })
        .where('id', '=', deviceId)
        .execute();
      await work.audit({
        action: 'device.rename',
        object: `device ${device.sn}`,
        before: device.name,
        after: name,
      });
      work.live('devices');
    });
  } catch (error) {
    if (findBrokenConstraint(error) !== 'devices_project_name') throw error;
    throw new DomainError('deviceNameExists', { fields: { name: ERRORS.deviceNameExists.message } });
  }
}

/**
 * Removes a device from its project, with its credential, figures and clients. The next claim creates another
 * id.
 */
export async function removeDevice(context: RequestContext, deviceId: string): Promise<void> {
  await commitRequest(context, async (work) => {
    const { now, projectId, tx } = work;
    const device = await lockDevice(tx, projectId, deviceId);
    await requireConfirmationForMany(work, 1);
    await skipOpenWork(tx, { deviceId }, 'The device was removed.', now);
    await resolveAlarmsOfDevice(tx, deviceId, now);
    await tx.deleteFrom('devices').where('id', '=', deviceId).execute();
    await tx
      .insertInto('removed_devices')
      .values({ id: deviceId, project_id: projectId, removed_at: now })
      .execute();
    await work.audit({
      action: 'device.remove',
      object: `device ${device.sn}`,
      before: device.name,
    });
    work.drop(deviceId, 'the device was removed from its project');
    work.rightsChanged({ projectId });
    work.live('devices', 'clients', 'alarms');
    await announceToHolders(work, projectId, 'projects');
  });
}

async function lockDevice(tx: Tx, projectId: number, deviceId: string) {
  const device = await tx
    .selectFrom('devices')
    .select(['id', 'sn', 'name', 'state'])
    .where('id', '=', deviceId)
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirst();
  if (!device) throw await createMissingDeviceError(tx, projectId, [deviceId]);
  return device;
}
