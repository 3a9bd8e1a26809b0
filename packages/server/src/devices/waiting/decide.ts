import { DomainError } from '@northlight/contract';
import { commit } from '../../platform/commit.ts';
import { auditRequest } from '../../platform/http/audit-request.ts';
import { accountOf, type RequestContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../services.ts';
import { callingDevices } from './store.ts';

/** Unknown, taken, or waiting for somebody else: one answer, so that none can be probed. */
export const notWaiting = (): DomainError =>
  new DomainError('invalidParameters', { status: 404, message: 'No such device waits for this account.' });

/** Ignores or rejects a device that calls; the account alone stops seeing it. */
export async function decideWaiting(
  services: Services,
  sn: string,
  standing: 'ignored' | 'rejected',
  context: RequestContext,
): Promise<void> {
  const { id } = accountOf(context);
  const at = new Date(services.clock.now());
  await commit(services, async (tx, after) => {
    const row = await callingDevices(tx, id).where('waiting_devices.sn', '=', sn).executeTakeFirst();
    if (!row) throw notWaiting();
    await tx
      .insertInto('waiting_decisions')
      .values({ account_id: id, sn, standing, at })
      .onConflict((conflict) => conflict.columns(['account_id', 'sn']).doUpdateSet({ standing, at }))
      .execute();
    await auditRequest(services, tx, context, {
      action: standing === 'ignored' ? 'device.ignore' : 'device.reject',
      object: sn,
      before: row.standing ?? 'waiting',
      after: standing,
    });
    after.liveTo([id], 'waitingDevices');
  });
}

/** Takes a decision back: the device waits again as if nothing had been said. */
export async function restoreWaiting(services: Services, sn: string, context: RequestContext): Promise<void> {
  const { id } = accountOf(context);
  await commit(services, async (tx, after) => {
    const row = await tx
      .deleteFrom('waiting_decisions')
      .where('account_id', '=', id)
      .where('sn', '=', sn)
      .returning('standing')
      .executeTakeFirst();
    if (!row) throw notWaiting();
    await auditRequest(services, tx, context, {
      action: 'device.wait-again',
      object: sn,
      before: row.standing,
      after: 'waiting',
    });
    after.liveTo([id], 'waitingDevices');
  });
}
