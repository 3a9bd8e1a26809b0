import { DomainError } from '@northlight/contract';
import { createRandomId } from '@northlight/runtime';
import { commitRequest } from '../../platform/http/commit-request.ts';
import { getAccount, type RequestContext } from '../../platform/http/request-context.ts';
import { lockFlow, requireOwnOpenFlow, updateFlow } from '../verification/verification-flows.ts';
import type { Providers } from './providers.ts';
import type { Work } from '../../platform/work.ts';

/** Identifies a user by the provider's own user id, never by their e-mail address. */
export interface ProviderSubject {
  readonly provider: string;
  readonly subject: string;
}

/** Connects a provider's user to an account; throws 139 when the user is connected already. */
export async function bindIdentity(
  work: Work,
  accountId: string,
  { provider, subject }: ProviderSubject,
): Promise<{ id: string; created_at: Date }> {
  const { entropy } = work;
  const now = work.now.getTime();
  const row = await work.tx
    .insertInto('identities')
    .values({
      id: createRandomId(entropy, now),
      account_id: accountId,
      provider,
      subject,
      created_at: new Date(now),
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
    .returning(['id', 'created_at'])
    .executeTakeFirst();
  if (!row) throw new DomainError('bindingExists');
  return row;
}

/** Returns the provider identities that are connected to the caller's account. */
export async function listIdentities(context: RequestContext, providers: Providers) {
  const { db } = context.services;
  const rows = await db
    .selectFrom('identities')
    .select(['id', 'provider', 'created_at', 'last_used_at'])
    .where('account_id', '=', getAccount(context).id)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    provider: providers.describe(row.provider),
    createdAt: row.created_at.toISOString(),
    ...(row.last_used_at && { lastUsedAt: row.last_used_at.toISOString() }),
  }));
}

/** Connects the identity that a flow verified to the account that started this flow on the security page. */
export async function connectIdentityFromFlow(context: RequestContext, providers: Providers, flowId: string) {
  const { id: accountId, account } = getAccount(context);
  return commitRequest(context, async (work) => {
    const locked = await lockFlow(work.tx, 'provider', flowId);
    const flow = requireOwnOpenFlow(locked, context, context.services.clock.now(), 'bindingFailed');
    const { provider, subject, state } = flow;
    if (state !== 'verified' || provider === null || subject === null || flow.account_id !== accountId)
      throw new DomainError('bindingFailed');
    await updateFlow(work.tx, flowId, { state: 'used' });
    const { id, created_at: createdAt } = await bindIdentity(work, accountId, { provider, subject });
    const audit = { action: 'account.identity-bind', object: account, after: provider };
    await work.audit(audit);
    return { id, provider: providers.describe(provider), createdAt: createdAt.toISOString() };
  });
}

/** Removes a connected identity; throws 142 when it does not belong to the caller. */
export async function unbindIdentity(context: RequestContext, id: string): Promise<void> {
  const { id: accountId, account } = getAccount(context);
  await commitRequest(context, async (work) => {
    const removed = await work.tx
      .deleteFrom('identities')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .returning('provider')
      .executeTakeFirst();
    if (!removed) throw new DomainError('bindingMissing');
    const audit = { action: 'account.identity-unbind', object: account, before: removed.provider };
    await work.audit(audit);
  });
}
