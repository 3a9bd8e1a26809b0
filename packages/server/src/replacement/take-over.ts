import { DomainError } from '@northlight/contract';
import { findScheduledPrincipal } from '../accounts/index.ts';
import {
  completeReplacement,
  findOpenReplacement,
  lockBaseDevices,
  storeReplacementProblem,
} from '../devices/index.ts';
import { commit } from '../platform/work.ts';
import { createScheduledContext } from '../platform/http/scheduled-context.ts';
import type { Services } from '../services.ts';
import { auditReplacement } from './order.ts';
import { createRefusal } from './plan.ts';
import { replaceHardware } from './replace.ts';

/**
 * Lets hardware take over the device that waits for it; returns true if it has. A replacement whose reason to fail may end,
 * such as a running RF optimization, is tried again at the next contact, and shows its reason until then.
 */
export async function takeOver(services: Services, sn: string): Promise<boolean> {
  const order = await findOpenReplacement(services.db, sn);
  if (!order) return false;
  const { actor_id: actorId, device_id: deviceId, id, project_id: projectId } = order;
  try {
    const principal = await findScheduledPrincipal(services.db, actorId ?? '');
    const context = await createScheduledContext(services, principal, { id: `replacement ${id}`, projectId });
    await replaceHardware(context, deviceId, {
      check: async (work) => {
        const entry = (await lockBaseDevices(work.tx, [{ sn }], deviceId)).get(sn);
        if (!entry || entry.taken) throw createRefusal('The new device is no longer free.');
        return { sn, mac: entry.mac, model: entry.model };
      },
      complete: async (work, replaced) => {
        const isOpen = await completeReplacement(work.tx, id, { at: work.now, replacedSn: replaced.sn });
        if (!isOpen) throw createRefusal('The replacement was cancelled.');
        await auditReplacement(work, replaced.sn, sn);
      },
    });
    return true;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await storeProblem(services, { id, projectId }, error.message);
    return false;
  }
}

const storeProblem = (
  services: Services,
  { id, projectId }: { readonly id: string; readonly projectId: number },
  problem: string,
): Promise<void> =>
  commit(services, async (work) => {
    if (await storeReplacementProblem(work.tx, id, problem)) work.liveIn(projectId, 'devices');
  });
