import { type CallbackAnswer, DomainError } from '@northlight/contract';
import { createRandomId } from '@northlight/runtime';
import { addAttempt, countAttempts, lockLimitKey } from '../../platform/db/limits.ts';
import { auditRefusal } from '../../platform/http/audit-refusal.ts';
import { commitRequest, type RequestWork } from '../../platform/http/commit-request.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import {
  isOwnBrowser,
  lockFlow,
  openFlow,
  requireOwnOpenFlow,
  updateFlow,
  type SignInFlow,
} from '../verification/verification-flows.ts';
import { bindIdentity, type ProviderSubject } from './identities.ts';
import type { ProviderPerson, Providers } from './providers.ts';
import { type NewAccount, signUp } from '../sign-in/sign-up.ts';
import {
  runWithVerifiedAccount,
  completeSignIn,
  type SecondFactorRequired,
  canUseWeb,
  verifyPassword,
  type SignedIn,
  type SignInInput,
  requestSecondFactor,
} from '../sign-in/sign-in.ts';
import { lockAccount } from '../store.ts';
import { createSignInResponse } from '../sign-in/session-response.ts';

const FLOW_MS = 10 * 60_000;
const STARTS_PER_MINUTE = 20;
const NICKNAME_SHOWN = 64;

/**
 * Starts a flow at a provider: a sign-in, or with `accountId`, the connection of an identity to that account.
 */
export async function startProviderSignIn(
  context: RequestContext,
  providers: Providers,
  request: { provider: string; remember: boolean; accountId: string | null },
): Promise<{ redirectUrl: string }> {
  const { provider, remember, accountId } = request;
  const flowId = await commitRequest(context, async (work) => {
    const { tx } = work;
    const key = `provider:${context.network}`;
    const now = context.services.clock.now();
    await lockLimitKey(tx, key);
    if ((await countAttempts(tx, key, new Date(now - 60_000))) >= STARTS_PER_MINUTE)
      throw new DomainError('tooManyFailures', {
        message: 'Too many sign-ins at once. Try again in 1 min.',
      });
    await addAttempt(tx, key, createRandomId(context.services.entropy, now), new Date(now));
    const flow = { kind: 'provider', provider, remember, account_id: accountId, lifeMs: FLOW_MS } as const;
    const opened = await openFlow(work, flow);
    await work.audit({ action: 'account.provider-start', object: provider });
    return opened.flowId;
  });
  return { redirectUrl: await providers.authorizationUrl(provider, flowId) };
}

/**
 * Handles the browser's return from a provider. Uses up the flow first, so that a second return is rejected.
 */
export async function finishProviderSignIn(
  context: RequestContext,
  providers: Providers,
  params: Readonly<Record<string, string>>,
): Promise<CallbackAnswer> {
  const refused = { action: 'account.sign-in', object: 'provider', actor: 'anonymous' };
  try {
    const flow = await spendFlow(context, params['state'] ?? '');
    const provider = flow.provider ?? '';
    const person = await providers.exchangeCode(provider, flow.flow_id, params);
    return await completeProviderSignIn(context, providers, flow, { ...person, provider });
  } catch (error) {
    await auditRefusal(context, refused, error);
    throw error;
  }
}

async function spendFlow(context: RequestContext, state: string): Promise<SignInFlow> {
  return commitRequest(context, async (work) => {
    const locked = await lockFlow(work.tx, 'provider', state);
    const flow = requireOwnOpenFlow(locked, context, context.services.clock.now(), 'bindingRefused');
    if (flow.state !== 'open') throw new DomainError('bindingRefused');
    await updateFlow(work.tx, flow.flow_id, { state: 'confirmed' });
    return flow;
  });
}

async function completeProviderSignIn(
  context: RequestContext,
  providers: Providers,
  flow: SignInFlow,
  person: ProviderPerson & ProviderSubject,
): Promise<CallbackAnswer> {
  const { provider, subject } = person;
  return commitRequest(context, async (work): Promise<CallbackAnswer> => {
    const { tx } = work;
    const known = await tx
      .selectFrom('identities')
      .select(['id', 'account_id'])
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .executeTakeFirst();
    if (flow.account_id === null && known) {
      const account = await lockAccount(tx, known.account_id);
      if (!canUseWeb(account)) throw new DomainError('bindingRefused');
      await updateFlow(tx, flow.flow_id, { state: 'used' });
      const used = { last_used_at: work.now };
      await tx.updateTable('identities').set(used).where('id', '=', known.id).execute();
      const by = { remember: flow.remember, by: provider, confirmed: false };
      const answer = account.factor_enabled_at
        ? await requestSecondFactor(work, account, flow.remember)
        : await completeSignIn(work, account, by);
      return createSignInResponse(context, answer);
    }
    await updateFlow(tx, flow.flow_id, { state: 'verified', subject });
    await work.audit({ action: 'account.provider-verified', object: provider });
    if (flow.account_id !== null) return { step: 'link', flowId: flow.flow_id };
    return {
      step: 'bind',
      flowId: flow.flow_id,
      expiresAt: flow.expires_at.toISOString(),
      provider: providers.describe(provider),
      ...(person.nickname !== undefined && { suggestedNickname: person.nickname.slice(0, NICKNAME_SHOWN) }),
    };
  });
}

/**
 * Connects the verified identity to an existing account, after checking its password and, if enabled, its
 * second factor.
 */
export async function bindExistingAccount(
  context: RequestContext,
  input: SignInInput & { flowId: string },
): Promise<SignedIn | SecondFactorRequired> {
  await commitRequest(context, (work) => lockVerifiedFlow(work, input.flowId));
  const verified = await verifyPassword(context, input);
  return runWithVerifiedAccount(context, verified, async (work, account) => {
    const { remember, ...person } = await lockVerifiedFlow(work, input.flowId);
    await updateFlow(work.tx, input.flowId, { state: 'used' });
    if (account.factor_enabled_at) return requestSecondFactor(work, account, remember, person);
    await bindIdentity(work, account.id, person);
    return completeSignIn(work, account, { remember, by: `bind ${person.provider}` });
  });
}

/** Connects the verified identity to a new account, whose address or number a separate code verifies. */
export async function bindNewAccount(
  context: RequestContext,
  { flowId, codeFlowId, ...account }: Omit<NewAccount, 'flowId'> & { flowId: string; codeFlowId: string },
): Promise<SignedIn> {
  await commitRequest(context, (work) => lockVerifiedFlow(work, flowId));
  return signUp(context, { ...account, flowId: codeFlowId }, async (work, accountId) => {
    const { provider, subject } = await lockVerifiedFlow(work, flowId);
    await updateFlow(work.tx, flowId, { state: 'used' });
    await bindIdentity(work, accountId, { provider, subject });
  });
}

async function lockVerifiedFlow(
  work: RequestWork,
  flowId: string,
): Promise<ProviderSubject & { remember: boolean }> {
  const flow = await lockFlow(work.tx, 'provider', flowId);
  const open = flow?.state === 'verified' && flow.account_id === null && flow.expires_at > work.now;
  if (!flow || !open || !isOwnBrowser(flow, work.context) || flow.provider === null || flow.subject === null)
    throw new DomainError('bindingFailed', { message: 'The third-party sign-in has expired. Start again.' });
  return { provider: flow.provider, subject: flow.subject, remember: flow.remember };
}
