import type { Adaption, Job } from '@northlight/contract';
import { type Hardware, swapHardware } from '../devices/index.ts';
import { applyChange, loadSettingsDevices, type Proposal } from '../network/index.ts';
import type { Tx } from '../platform/db/database.ts';
import type { RequestWork } from '../platform/http/commit-request.ts';
import type { RequestContext } from '../platform/http/request-context.ts';
import { announceToHolders } from '../sharing/index.ts';
import { lockReplacedDevice } from './lock-device.ts';
import { planReplacement, readCapabilities, type ReplacementPlan } from './plan.ts';

/** New hardware that was checked: the caller has proven that it may claim it. */
export type CheckedHardware = Omit<Hardware, 'caps'> & Partial<Pick<Hardware, 'caps'>>;

/**
 * Replaces the hardware of a device, with its configuration as a version of the project. `check` runs first in the
 * transaction, and `complete` last. The present hardware loses its credential and its connection.
 */
export async function replaceHardware(
  context: RequestContext,
  deviceId: string,
  {
    check,
    complete,
  }: {
    readonly check: (work: RequestWork) => Promise<CheckedHardware>;
    readonly complete: (work: RequestWork, replaced: { readonly sn: string }) => Promise<void>;
  },
): Promise<{ readonly job: Job; readonly adaptions: readonly Adaption[] }> {
  let plan: ReplacementPlan | undefined;
  let title = '';
  let replacedSn = '';
  const { job } = await applyChange(context, {
    replaces: deviceId,
    origin: { formatTitle: () => title },
    change: async (_current, work) => {
      const { projectId, tx } = work;
      const checked = await check(work);
      const device = await lockReplacedDevice(tx, projectId, deviceId);
      const hardware = { ...checked, caps: readCapabilities(device, checked) };
      plan = await planReplacement(tx, projectId, device, hardware);
      title = `Replace ${device.name}: ${device.sn} by ${hardware.sn}`;
      replacedSn = device.sn;
      await work.services.orderBackups(work, { cause: 'before-change', deviceIds: [deviceId] });
      await swapHardware(work, device, hardware);
      return plan.config;
    },
    propose: (tx, projectId) => propose(tx, projectId, plan?.settings ?? []),
    complete: async (work) => {
      await complete(work, { sn: replacedSn });
      work.drop(deviceId, 'the hardware of the device was replaced');
      work.live('devices', 'clients', 'alarms', 'topology');
      await announceToHolders(work, work.projectId, 'projects');
    },
  });
  return { job, adaptions: plan?.adaptions ?? [] };
}

async function propose(
  tx: Tx,
  projectId: number,
  settings: ReplacementPlan['settings'],
): Promise<readonly Proposal[]> {
  if (settings.length === 0) return [];
  const devices = await loadSettingsDevices(
    tx,
    projectId,
    settings.map(({ deviceId }) => deviceId),
  );
  return settings.flatMap(({ deviceId, settings: after }) => {
    const device = devices.get(deviceId);
    return device ? [{ device, after }] : [];
  });
}
