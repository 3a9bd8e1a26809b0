import { DomainError, type SandboxFault } from '@northlight/contract';
import { findDevice } from '../devices/index.ts';
import { createMissingDeviceError } from '../jobs/index.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import type { RequestContext } from '../platform/http/request-context.ts';
import { requireSandbox } from './store.ts';

/** Causes a fault at a simulated device, or ends it. The process that simulates the devices follows. */
export async function setFault(
  context: RequestContext,
  { active, deviceId, kind }: SandboxFault & { readonly active: boolean },
): Promise<void> {
  await commitRequest(context, async (work) => {
    const { projectId, tx } = work;
    const { faults, uplinks } = await requireSandbox(tx, projectId);
    const device = await findDevice(tx, projectId, deviceId);
    if (!device) throw await createMissingDeviceError(tx, projectId, [deviceId]);
    if (kind === 'cable' && active && !uplinks[deviceId]?.isCable)
      throw new DomainError('invalidParameters', { fields: { kind: 'The device has no uplink cable.' } });
    const others = faults.filter((fault) => fault.deviceId !== deviceId || fault.kind !== kind);
    await tx
      .updateTable('sandboxes')
      .set({ faults: JSON.stringify(active ? [...others, { deviceId, kind }] : others) })
      .where('project_id', '=', projectId)
      .execute();
    await work.audit({
      action: 'sandbox.fault',
      object: `device ${device.sn}`,
      after: `${kind} ${active ? 'off' : 'on'}`,
    });
    work.projectsChanged();
    work.live('devices');
  });
}
