import {
  type DeviceReplacement,
  type DomainError,
  getDeviceState,
  formatModelName,
  type NewHardware,
  type ReplacementOrder,
  type ReplacementReview,
} from '@northlight/contract';
import {
  checkClaims,
  createClaimRefusal,
  deleteOpenReplacement,
  hashClaimCode,
  readLastHello,
  readReplacement,
  requirePendingDevice,
  storeReplacement,
} from '../devices/index.ts';
import { countOpenTasks } from '../jobs/index.ts';
import { commitRequest, type RequestWork } from '../platform/http/commit-request.ts';
import type { RequestContext } from '../platform/http/request-context.ts';
import { lockReplacedDevice } from './lock-device.ts';
import { createRefusal, planReplacement, readCapabilities } from './plan.ts';
import { type CheckedHardware, replaceHardware } from './replace.ts';

/** New hardware counts as connected if it has sent a message within this time. */
const CONNECTED_MS = 60_000;

/** Describes what the replacement of the hardware of a device does. Stores nothing but the attempt with the claim code. */
export async function reviewReplacement(
  context: RequestContext,
  deviceId: string,
  entered: NewHardware,
): Promise<ReplacementReview> {
  const checked = await proveClaim(context, deviceId, entered, false);
  return commitRequest(context, async ({ now, projectId, tx }) => {
    const device = await lockReplacedDevice(tx, projectId, deviceId);
    const hardware = { ...checked, caps: readCapabilities(device, checked) };
    const { adaptions } = await planReplacement(tx, projectId, device, hardware);
    const lastHello = await readLastHello(tx, checked.sn, checked.authority?.keyHash);
    return {
      model: checked.model,
      modelName: formatModelName(checked.model),
      isConnected: lastHello !== undefined && now.getTime() - lastHello.getTime() < CONNECTED_MS,
      isPresentOnline: getDeviceState(device.state).countsOnline,
      openTasks: await countOpenTasks(tx, deviceId),
      adaptions: [...adaptions],
    };
  });
}

/** Replaces the hardware of a device at once, or orders it for the first contact of the new hardware. */
export async function orderReplacement(
  context: RequestContext,
  deviceId: string,
  { when, ...entered }: ReplacementOrder,
): Promise<DeviceReplacement> {
  const checked = await proveClaim(context, deviceId, entered, true);
  if (when === 'first-contact' && checked.authority)
    throw createRefusal('The new device has already connected. Replace the device now.');
  if (when === 'now')
    await replaceHardware(context, deviceId, {
      check: async (work) => {
        await requireClaim(work, deviceId, entered);
        return checked;
      },
      complete: async (work, replaced) => {
        await storeOrder(work, deviceId, checked, replaced.sn);
        await auditReplacement(work, replaced.sn, checked.sn);
        work.claimed(checked.sn);
      },
    });
  else
    await commitRequest(context, async (work) => {
      await requireClaim(work, deviceId, entered);
      const device = await lockReplacedDevice(work.tx, work.projectId, deviceId);
      await planReplacement(work.tx, work.projectId, device, {
        ...checked,
        caps: readCapabilities(device, checked),
      });
      await storeOrder(work, deviceId, checked);
      await work.audit({
        action: 'device.order-replacement',
        object: `device ${device.sn}`,
        after: checked.sn,
      });
      work.claimed(checked.sn);
      work.live('devices');
    });
  const replacement = await readReplacement(context.services.db, deviceId);
  if (!replacement) throw createRefusal('The device has left the project.');
  return replacement;
}

/** Cancels the replacement of a device that waits for the first contact of the new hardware. */
export async function cancelReplacement(context: RequestContext, deviceId: string): Promise<void> {
  await commitRequest(context, async (work) => {
    const device = await lockReplacedDevice(work.tx, work.projectId, deviceId);
    const sn = await deleteOpenReplacement(work.tx, deviceId);
    if (sn === undefined) throw createRefusal('The replacement is no longer open.');
    await work.audit({ action: 'device.cancel-replacement', object: `device ${device.sn}`, before: sn });
    work.live('devices');
  });
}

export const auditReplacement = (work: RequestWork, before: string, after: string): Promise<void> =>
  work.audit({ action: 'device.replace', object: `device ${before}`, before, after });

/** Checks a claim code in a transaction of its own, so that a wrong one counts although nothing is replaced. */
async function proveClaim(
  context: RequestContext,
  deviceId: string,
  entered: NewHardware,
  isAddition: boolean,
): Promise<CheckedHardware> {
  const result = await commitRequest(context, (work) => checkHardware(work, deviceId, entered, isAddition));
  if ('refusal' in result) throw result.refusal;
  return result;
}

async function requireClaim(work: RequestWork, deviceId: string, entered: NewHardware): Promise<void> {
  const result = await checkHardware(work, deviceId, entered, true);
  if ('refusal' in result) throw result.refusal;
}

async function checkHardware(
  work: RequestWork,
  deviceId: string,
  { claimCode, sn }: NewHardware,
  isAddition: boolean,
): Promise<CheckedHardware | { readonly refusal: DomainError }> {
  const device = await lockReplacedDevice(work.tx, work.projectId, deviceId);
  if (claimCode === undefined) return readWaitingHardware(work, sn);
  const claim = { sn, claimHash: hashClaimCode(sn, claimCode), name: device.name, row: 1 };
  const [checked] = await checkClaims(work, [claim], isAddition, deviceId);
  if (checked?.error) return { refusal: createClaimRefusal(checked.error, work.now.getTime()) };
  if (!checked?.device) throw new Error('A claim without an error has its device.');
  const { mac, model } = checked.device;
  return { sn, mac, model };
}

/** Reads hardware that waits in the caller's account, which has proven itself by the account's cloud code or a certificate. */
async function readWaitingHardware(work: RequestWork, sn: string): Promise<CheckedHardware> {
  return { sn, ...(await requirePendingDevice(work.tx, work.account.id, sn, 'sn')) };
}

/** Stores a replacement: one that waits, or one that was made in the same transaction. */
const storeOrder = (
  work: RequestWork,
  deviceId: string,
  { model, sn }: CheckedHardware,
  replacedSn?: string,
): Promise<void> =>
  storeReplacement(work.tx, {
    id: work.createId(),
    deviceId,
    sn,
    model,
    orderedAt: work.now,
    orderedBy: work.actor,
    actorId: work.account.id,
    replacedSn,
  });
