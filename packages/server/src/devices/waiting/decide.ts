import { DomainError } from '@northlight/contract';
import { auditRequest } from '../../platform/http/audit-request.ts';
import { commitRequest } from '../../platform/http/commit-request.ts';
import { getAccount, type RequestContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../services.ts';
import { selectPendingDevices } from './store.ts';

/** Returns one error for an unknown device, a claimed one and one pending for another account, so that devices cannot be probed. */
export const findNotPendingError = (): DomainError =>
  new DomainError('invalidParameters', { status: 404, message: 'The account has no such pending device.' });

/** Ignores or rejects a pending device for this account only. */
export async function decideWaitingDevice(
  services: Services,
  sn: string,
  decision: 'ignored' | 'rejected',
  context: RequestContext,
): Promise<void> {
  const { id } = getAccount(context);
  const at = new Date(services.clock.now());
  await commitRequest(services, context, async (tx, after) => {
    const row = await selectPendingDevices(tx, id).where('waiting_devices.sn', '=', sn).executeTakeFirst();
    if (!row) throw findNotPendingError();
    await tx
      .insertInto('waiting_decisions')
      .values({ account_id: id, sn, decision, at })
      .onConflict((conflict) => conflict.columns(['account_id', 'sn']).doUpdateSet({ decision, at }))
      .execute();
    await auditRequest(services, tx, context, {
      action: decision === 'ignored' ? 'device.ignore' : 'device.reject',
      object: sn,
      before: row.decision ?? 'waiting',
      after: decision,
    });
    after.liveTo([id], 'waitingDevices');
  });
}

/** Reverts a decision: the device is pending again. */
export async function restoreWaitingDevice(
  services: Services,
  sn: string,
  context: RequestContext,
): Promise<void> {
  const { id } = getAccount(context);
  await commitRequest(services, context, async (tx, after) => {
    const row = await tx
      .deleteFrom('waiting_decisions')
      .where('account_id', '=', id)
      .where('sn', '=', sn)
      .returning('decision')
      .executeTakeFirst();
    if (!row) throw findNotPendingError();
    await auditRequest(services, tx, context, {
      action: 'device.wait-again',
      object: sn,
      before: row.decision,
      after: 'waiting',
    });
    after.liveTo([id], 'waitingDevices');
  });
}
