import { DomainError, ERRORS, UNKNOWN_ACCOUNT_TRIES_PER_HOUR } from '@northlight/contract';
import { HOUR_MS, createRandomId } from '@northlight/runtime';
import { addAttempt, countAttempts, lockLimitKey } from '../platform/db/limits.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import { getAccount, type RequestContext } from '../platform/http/request-context.ts';

/**
 * Returns the account that receives a share or an offer. Throws if the account does not exist. This answer is
 * audited and limited to 20 per hour.
 */
export async function findReceiver(
  context: RequestContext,
  account: string,
): Promise<{ id: string; account: string; nickname: string }> {
  const { clock, entropy } = context.services;
  const self = getAccount(context);
  if (account === self.account)
    throw new DomainError('shareToSelf', { fields: { account: ERRORS.shareToSelf.message } });
  const key = `unknown-account:${self.id}`;
  const now = clock.now();
  const found = await commitRequest(context, async (work) => {
    const { tx } = work;
    await lockLimitKey(tx, key);
    if ((await countAttempts(tx, key, new Date(now - HOUR_MS))) >= UNKNOWN_ACCOUNT_TRIES_PER_HOUR)
      throw new DomainError('tooManyFailures', {
        message: 'Too many unknown accounts. Try again in 1 h.',
      });
    const row = await tx
      .selectFrom('accounts')
      .select(['id', 'account', 'nickname'])
      .where('account', '=', account)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    if (row) return row;
    await addAttempt(tx, key, createRandomId(entropy, now), new Date(now));
    await work.audit({
      action: 'share.unknown-account',
      object: account,
      result: 'refused',
    });
    return undefined;
  });
  if (!found)
    throw new DomainError('shareAccountUnknown', { fields: { account: ERRORS.shareAccountUnknown.message } });
  return found;
}
