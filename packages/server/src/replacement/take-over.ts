import { DomainError } from '@northlight/contract';
import { findScheduledPrincipal } from '../accounts/index.ts';
import { lockBaseDevices } from '../devices/index.ts';
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
  const order = await services.db
    .selectFrom('device_replacements')
    .innerJoin('devices', 'devices.id', 'device_replacements.device_id')
    .select(['device_replacements.id', 'device_id', 'actor_id', 'project_id'])
    .where('device_replacements.sn', '=', sn)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();
  if (!order) return false;
  const { actor_id: actorId, device_id: deviceId, id, project_id: projectId } = order;
  try {
    const principal = await findScheduledPrincipal(services.db, actorId ?? '');
    const context = await createScheduledContext(services, principal, { id: `replacement ${id}`, projectId });
    await replaceHardware(context, deviceId, {
      check: async (work) => {
        const open = await work.tx
          .selectFrom('device_replacements')
          .select('id')
          .where('id', '=', id)
          .where('replaced_at', 'is', null)
          .forUpdate()
          .executeTakeFirst();
        const entry = (await lockBaseDevices(work.tx, [{ sn }], deviceId)).get(sn);
        if (!open || !entry || entry.taken) throw createRefusal('The new device is no longer free.');
        return { sn, mac: entry.mac, model: entry.model };
      },
      complete: async (work, replaced) => {
        await work.tx
          .updateTable('device_replacements')
          .set({ replaced_at: work.now, replaced_sn: replaced.sn, problem: null })
          .where('id', '=', id)
          .execute();
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
    const changed = await work.tx
      .updateTable('device_replacements')
      .set({ problem })
      .where('id', '=', id)
      .where('replaced_at', 'is', null)
      .where('problem', 'is distinct from', problem)
      .returning('id')
      .executeTakeFirst();
    if (changed) work.liveIn(projectId, 'devices');
  });
