import { DomainError, isMobile } from '@northlight/contract';
import { auditRefusal } from '../../platform/http/audit-refusal.ts';
import { commitRequest } from '../../platform/http/commit-request.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { issueCode, type Purpose } from './codes.ts';
import { hasOrdinaryPrice } from './text-message-prefixes.ts';
import { ensureBrowserSecret } from './verification-flows.ts';
import { sendCode } from './messages.ts';

/**
 * Creates and audits a code, and sends it after the commit. Refuses premium and satellite numbers, whose messages cost a multiple. The result is the same for known and unknown
 * accounts.
 */
export async function requestCode(context: RequestContext, input: { purpose: Purpose; account: string }) {
  if (isMobile(input.account) && !hasOrdinaryPrice(input.account)) {
    const message = 'No code can be sent to this number. Enter a mobile number or an e-mail address.';
    throw new DomainError('invalidParameters', { fields: { account: message } });
  }
  const secret = ensureBrowserSecret(context, context.services.entropy);
  const audit = {
    action: 'account.code',
    object: input.account,
    after: input.purpose,
    ...(context.principal.kind === 'anonymous' && { actor: input.account }),
  };
  const flow = await commitRequest(context, async (work) => {
    const request = { ...input, network: context.network, browserSecret: secret };
    const issued = await issueCode(work, request);
    await work.audit(audit);
    return issued;
  }).catch(async (error: unknown) => {
    await auditRefusal(context, audit, error);
    throw error;
  });
  await sendCode(context.services, { to: input.account, code: flow.code, purpose: input.purpose });
  return { flowId: flow.flowId, expiresAt: flow.expiresAt.toISOString() };
}
