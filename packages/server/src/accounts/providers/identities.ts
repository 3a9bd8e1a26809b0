import { DomainError } from '@northlight/contract';
import { createRandomId } from '@northlight/runtime';
import type { Tx } from '../../platform/db/database.ts';
import { auditRequest } from '../../platform/http/audit-request.ts';
import { commitRequest } from '../../platform/http/commit-request.ts';
import { getAccount, type RequestContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../services.ts';
import { lockFlow, requireOwnOpenFlow, updateFlow } from '../verification/verification-flows.ts';
import type { Providers } from './providers.ts';

/** Identifies a user by the provider's own user id, never by their e-mail address. */
export interface ProviderSubject {
  readonly provider: string;
  readonly subject: string;
}

/** Connects a provider's user to an account; throws 139 when the user is connected already. */
export async function bindIdentity(
  { clock, entropy }: Pick<Services, 'clock' | 'entropy'>,
  tx: Tx,
  accountId: string,
  { provider, subject }: ProviderSubject,
): Promise<{ id: string; created_at: Date }> {
  const now = clock.now();
  const row = await tx
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
export async function listIdentities({ db }: Services, providers: Providers, context: RequestContext) {
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
export async function connectIdentityFromFlow(
  services: Services,
  providers: Providers,
  context: RequestContext,
  flowId: string,
) {
  const { id: accountId, account } = getAccount(context);
  return commitRequest(services, context, async (tx) => {
    const locked = await lockFlow(tx, 'provider', flowId);
    const flow = requireOwnOpenFlow(locked, context, services.clock.now(), 'bindingFailed');
    const { provider, subject, state } = flow;
    if (state !== 'verified' || provider === null || subject === null || flow.account_id !== accountId)
      throw new DomainError('bindingFailed');
    await updateFlow(tx, flowId, { state: 'used' });
    const { id, created_at: createdAt } = await bindIdentity(services, tx, accountId, { provider, subject });
    const audit = { action: 'account.identity-bind', object: account, after: provider };
    await auditRequest(services, tx, context, audit);
    return { id, provider: providers.describe(provider), createdAt: createdAt.toISOString() };
  });
}

/** Removes a connected identity; throws 142 when it does not belong to the caller. */
export async function unbindIdentity(services: Services, context: RequestContext, id: string): Promise<void> {
  const { id: accountId, account } = getAccount(context);
  await commitRequest(services, context, async (tx) => {
    const removed = await tx
      .deleteFrom('identities')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .returning('provider')
      .executeTakeFirst();
    if (!removed) throw new DomainError('bindingMissing');
    const audit = { action: 'account.identity-unbind', object: account, before: removed.provider };
    await auditRequest(services, tx, context, audit);
  });
}
