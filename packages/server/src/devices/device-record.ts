import { DomainError, ERRORS } from '@northlight/contract';
import { normalizeName } from '@northlight/contract/net';
import type { Tx } from '../platform/db/database.ts';
import { findBrokenConstraint } from '../platform/db/errors.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import { getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import { requireConfirmationForMany } from '../platform/http/step-up.ts';
import { resolveAlarmsOfDevice } from '../alarms/index.ts';
import { createMissingDeviceError, skipOpenWork } from '../jobs/index.ts';
import type { Services } from '../services.ts';
import { announceToHolders } from '../sharing/index.ts';

/** Renames a device. The name is stored only in the cloud, so that offline devices can be renamed too. */
export async function renameDevice(
  services: Services,
  deviceId: string,
  name: string,
  context: RequestContext,
): Promise<void> {
  const { projectId } = getProjectAccess(context);
  try {
    await commitRequest(services, context, async (tx, after) => {
      const device = await lockDevice(tx, projectId, deviceId);
      await tx
        .updateTable('devices')
        .set({ name, name_key: normalizeName(name) })
        .where('id', '=', deviceId)
        .execute();
      await auditRequest(services, tx, context, {
        action: 'device.rename',
        object: `device ${device.sn}`,
        before: device.name,
        after: name,
      });
      after.liveIn(projectId, 'devices');
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
export async function removeDevice(
  services: Services,
  deviceId: string,
  context: RequestContext,
): Promise<void> {
  const { projectId } = getProjectAccess(context);
  await commitRequest(services, context, async (tx, after) => {
    const device = await lockDevice(tx, projectId, deviceId);
    await requireConfirmationForMany(after, 1);
    const now = new Date(services.clock.now());
    await skipOpenWork(tx, { deviceId }, 'The device was removed.', now);
    await resolveAlarmsOfDevice(tx, deviceId, now);
    await tx.deleteFrom('devices').where('id', '=', deviceId).execute();
    await tx
      .insertInto('removed_devices')
      .values({ id: deviceId, project_id: projectId, removed_at: now })
      .execute();
    await auditRequest(services, tx, context, {
      action: 'device.remove',
      object: `device ${device.sn}`,
      before: device.name,
    });
    after.drop(deviceId, 'the device was removed from its project');
    after.rightsChanged({ projectId });
    after.liveIn(projectId, 'devices', 'clients', 'alarms');
    await announceToHolders(tx, after, projectId, now, 'projects');
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
