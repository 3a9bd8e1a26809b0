import { DomainError } from '@northlight/contract';
import { commitRequest, type RequestWork } from '../../platform/http/commit-request.ts';
import { getAccount, type RequestContext } from '../../platform/http/request-context.ts';
import { selectPendingDevices } from './store.ts';

const NOT_PENDING = 'The account has no such pending device.';

/**
 * Returns one error for an unknown device, a claimed one and one pending for another account, so that devices cannot be
 * probed. `field` is the field with the serial number.
 */
export const findNotPendingError = (field?: string): DomainError =>
  new DomainError('invalidParameters', {
    status: 404,
    message: NOT_PENDING,
    ...(field !== undefined && { fields: { [field]: NOT_PENDING } }),
  });

/** Deletes the caller's decision about hardware that serves a device now, and announces that it no longer waits. */
export async function deleteDecision(work: RequestWork, sn: string): Promise<void> {
  const { id } = work.account;
  await work.tx.deleteFrom('waiting_decisions').where('account_id', '=', id).where('sn', '=', sn).execute();
  work.liveTo([id], 'waitingDevices');
}

/** Ignores or rejects a pending device for this account only. */
export async function decideWaitingDevice(
  context: RequestContext,
  sn: string,
  decision: 'ignored' | 'rejected',
): Promise<void> {
  const { id } = getAccount(context);
  const at = new Date(context.services.clock.now());
  await commitRequest(context, async (work) => {
    const row = await selectPendingDevices(work.tx, id)
      .where('waiting_devices.sn', '=', sn)
      .executeTakeFirst();
    if (!row) throw findNotPendingError();
    await work.tx
      .insertInto('waiting_decisions')
      .values({ account_id: id, sn, decision, at })
      .onConflict((conflict) => conflict.columns(['account_id', 'sn']).doUpdateSet({ decision, at }))
      .execute();
    await work.audit({
      action: decision === 'ignored' ? 'device.ignore' : 'device.reject',
      object: sn,
      before: row.decision ?? 'waiting',
      after: decision,
    });
    work.liveTo([id], 'waitingDevices');
  });
}

/** Reverts a decision: the device is pending again. */
export async function restoreWaitingDevice(context: RequestContext, sn: string): Promise<void> {
  const { id } = getAccount(context);
  await commitRequest(context, async (work) => {
    const row = await work.tx
      .deleteFrom('waiting_decisions')
      .where('account_id', '=', id)
      .where('sn', '=', sn)
      .returning('decision')
      .executeTakeFirst();
    if (!row) throw findNotPendingError();
    await work.audit({
      action: 'device.wait-again',
      object: sn,
      before: row.decision,
      after: 'waiting',
    });
    work.liveTo([id], 'waitingDevices');
  });
}
