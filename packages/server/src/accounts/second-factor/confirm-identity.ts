import { CONFIRMATION_MINUTES, DomainError } from '@northlight/contract';
import { MINUTE_MS } from '@northlight/runtime';
import { commitRequest, type RequestWork } from '../../platform/http/commit-request.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
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
  context: RequestContext,
  input: { readonly password?: string | undefined; readonly code?: string | undefined },
): Promise<Date> {
  const now = context.services.clock.now();
  const { enabled } = await readFactorState(context);
  const { code, password } = input;
  if (enabled) {
    if (code === undefined) throw createMissing('code', 'Enter the code of your authenticator app.');
    await runWithCountedCode(context, action, async (work, account) =>
      (await redeemFactorCode(work, account, code)) ? (await storeConfirmation(work, now), true) : undefined,
    );
  } else {
    if (password === undefined) throw createMissing('password', 'Enter your password.');
    await verifyOwnPassword(context, { text: password, field: 'password', action });
    await commitRequest(context, async (work) => {
      await storeConfirmation(work, now);
      await work.audit({ action, object: work.account.account });
    });
  }
  return new Date(now + CONFIRMATION_MINUTES * MINUTE_MS);
}

const createMissing = (field: string, message: string): DomainError =>
  new DomainError('invalidParameters', { message, fields: { [field]: message } });

async function storeConfirmation(work: RequestWork, now: number): Promise<void> {
  await work.tx
    .updateTable('sessions')
    .set({ confirmed_at: new Date(now) })
    .where('token_hash', '=', getSessionId(work.context))
    .execute();
}
