import { CONFIRMATION_MINUTES, DomainError } from '@northlight/contract';
import { MINUTE_MS } from '@northlight/runtime';
import type { Tx } from '../../platform/db/database.ts';
import { auditRequest } from '../../platform/http/audit-request.ts';
import { commitRequest } from '../../platform/http/commit-request.ts';
import { getAccount, type RequestContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../services.ts';
import { getSessionId, verifyOwnPassword } from '../sessions/own-sessions.ts';
import { redeemFactorCode } from './factor-codes.ts';
import { readFactorState, runWithCountedCode } from './second-factor.ts';

const action = 'account.identity-confirm';

/**
 * Confirms the caller's identity for the session: with a code when the second factor is on, otherwise with
 * the password. Returns the time until which the confirmation is valid. Throws 100 or 12 for a wrong secret,
 * and 80 or 75 after too many wrong ones.
 */
export async function confirmIdentity(
  services: Services,
  context: RequestContext,
  input: { readonly password?: string | undefined; readonly code?: string | undefined },
): Promise<Date> {
  const now = services.clock.now();
  const { enabled } = await readFactorState(services, context);
  const { code, password } = input;
  if (enabled) {
    if (code === undefined) throw createMissing('code', 'Enter the code of your authenticator app.');
    await runWithCountedCode(services, context, action, async (tx, account) =>
      (await redeemFactorCode(services, tx, account, code))
        ? (await storeConfirmation(tx, context, now), true)
        : undefined,
    );
  } else {
    if (password === undefined) throw createMissing('password', 'Enter your password.');
    await verifyOwnPassword(services, context, { text: password, field: 'password', action });
    await commitRequest(services, context, async (tx) => {
      await storeConfirmation(tx, context, now);
      await auditRequest(services, tx, context, { action, object: getAccount(context).account });
    });
  }
  return new Date(now + CONFIRMATION_MINUTES * MINUTE_MS);
}

const createMissing = (field: string, message: string): DomainError =>
  new DomainError('invalidParameters', { message, fields: { [field]: message } });

async function storeConfirmation(tx: Tx, context: RequestContext, now: number): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ confirmed_at: new Date(now) })
    .where('token_hash', '=', getSessionId(context))
    .execute();
}
