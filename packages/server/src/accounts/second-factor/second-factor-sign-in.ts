import { CODE_TRIES, DomainError, ERRORS } from '@northlight/contract';
import { commitRequest, type RequestWork } from '../../platform/http/commit-request.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { withdrawAttempt } from '../../platform/db/limits.ts';
import { beginAttempt } from '../verification/attempts.ts';
import { redeemFactorCode } from './factor-codes.ts';
import { isOwnBrowser, lockFlow, updateFlow, type SignInFlow } from '../verification/verification-flows.ts';
import { bindIdentity } from '../providers/identities.ts';
import { FACTOR_FAILURES, formatFactorKey } from './second-factor.ts';
import { completeSignIn, canUseWeb, type SignedIn } from '../sign-in/sign-in.ts';
import { lockAccount } from '../store.ts';

type Outcome = SignedIn | 'wrongCode' | 'codeAttempts';
const createRefusal = (name: 'wrongCode' | 'codeAttempts'): DomainError =>
  new DomainError(name, { fields: { code: ERRORS[name].message } });

/** Completes a sign-in with a second-factor code: 5 attempts per flow, 15 wrong codes per day and account. */
export async function finishSecondFactor(
  context: RequestContext,
  input: { flowId: string; code: string },
): Promise<SignedIn> {
  const { db } = context.services;
  const flow = await db
    .selectFrom('sign_in_flows')
    .selectAll()
    .where('flow_id', '=', input.flowId)
    .where('kind', '=', 'second-factor')
    .executeTakeFirst();
  // Attempts from another browser do not count, because that browser has not verified the password.
  if (!flow?.account_id || !isOwnBrowser(flow, context)) throw createRefusal('wrongCode');
  const attempt = await beginAttempt(context.services, formatFactorKey(flow.account_id), FACTOR_FAILURES);
  const outcome = await commitRequest(context, (work) => tryCode(work, input, attempt));
  if (typeof outcome === 'string') throw createRefusal(outcome);
  return outcome;
}

async function tryCode(
  work: RequestWork,
  { flowId, code }: { flowId: string; code: string },
  attempt: string,
): Promise<Outcome> {
  const { tx } = work;
  const flow = await lockFlow(tx, 'second-factor', flowId);
  if (!flow?.account_id) return 'wrongCode';
  const isClosed = flow.tries >= CODE_TRIES;
  const isOver = flow.state !== 'open' || flow.expires_at.getTime() <= work.services.clock.now();
  const account = await lockAccount(tx, flow.account_id);
  const by =
    isClosed || isOver || !canUseWeb(account) ? undefined : await redeemFactorCode(work, account, code);
  if (by === undefined) {
    await updateFlow(tx, flowId, { tries: flow.tries + 1 });
    await auditRefusedCode(work, flow);
    return flow.tries + 1 >= CODE_TRIES ? 'codeAttempts' : 'wrongCode';
  }
  await withdrawAttempt(tx, attempt);
  await updateFlow(tx, flowId, { state: 'used' });
  if (flow.provider !== null && flow.subject !== null)
    await bindIdentity(work, account.id, { provider: flow.provider, subject: flow.subject });
  return completeSignIn(work, account, { remember: flow.remember, by });
}

async function auditRefusedCode(work: RequestWork, flow: SignInFlow): Promise<void> {
  const { account_id: id } = flow;
  const row =
    id === null
      ? undefined
      : await work.tx.selectFrom('accounts').select('account').where('id', '=', id).executeTakeFirst();
  const account = row?.account ?? 'unknown';
  const audit = { action: 'account.second-factor', object: account, actor: account, result: 'refused' };
  await work.audit(audit);
}
