import { DomainError, ERRORS } from '@northlight/contract';
import { sql } from 'kysely';
import { auditRefusal } from '../../platform/http/audit-refusal.ts';
import { commitRequest, type RequestWork } from '../../platform/http/commit-request.ts';
import { getAccount, type RequestContext } from '../../platform/http/request-context.ts';
import { openAccountSecret, sealAccountSecret } from '../account-secrets.ts';
import { withdrawAttempt } from '../../platform/db/limits.ts';
import { beginAttempt, type FailureRule } from '../verification/attempts.ts';
import {
  formatFactorUri,
  findMatchingStep,
  createFactorSecret,
  renewRecoveryCodes,
  redeemFactorCode,
} from './factor-codes.ts';
import { sendNotice } from '../verification/messages.ts';
import { verifyOwnPassword } from '../sessions/own-sessions.ts';
import { type AccountRow, lockAccount } from '../store.ts';

/**
 * Maximum number of wrong codes per account and day over all flows. The second factor is then blocked for 30
 * min.
 */
export const FACTOR_FAILURES: FailureRule = {
  maxFailures: 15,
  windowMs: 24 * 3_600_000,
  refusalMs: 30 * 60_000,
  error: 'codeAttempts',
};
export const formatFactorKey = (accountId: string): string => `factor:${accountId}`;
const createWrongCodeError = (): DomainError =>
  new DomainError('wrongCode', { fields: { code: ERRORS.wrongCode.message } });

/** Returns whether the caller's account has a second factor and how many recovery codes are left. */
export async function readFactorState(context: RequestContext) {
  const { db } = context.services;
  const { id } = getAccount(context);
  const row = await db
    .selectFrom('accounts')
    .select(['factor_enabled_at'])
    .select((select) =>
      select
        .selectFrom('recovery_codes')
        .select(sql<number>`count(*)::int`.as('left'))
        .where('account_id', '=', id)
        .where('used_at', 'is', null)
        .as('left'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const enabledAt = row.factor_enabled_at?.toISOString();
  return {
    enabled: enabledAt !== undefined,
    ...(enabledAt !== undefined && { enabledAt }),
    recoveryCodesLeft: row.left ?? 0,
  };
}

/**
 * Creates a secret for an authenticator app and returns it once. The secret is pending until a code confirms
 * it.
 */
export async function enrolFactor(context: RequestContext, password: string) {
  const action = 'account.factor-enrol';
  const { id } = await verifyOwnPassword(context, { text: password, field: 'password', action });
  return commitRequest(context, async (work) => {
    const { tx } = work;
    const account = await lockAccount(tx, id);
    if (account.factor_enabled_at)
      throw new DomainError('repeated', { message: 'The second factor is on already. Turn it off first.' });
    const secret = createFactorSecret(context.services);
    const sealed = await sealAccountSecret(context.services, tx, account, 'factor', secret);
    await tx.updateTable('accounts').set({ factor_pending: sealed }).where('id', '=', id).execute();
    await work.audit({ action, object: account.account });
    return { uri: formatFactorUri(secret, account.account), secret: secret.reveal() };
  });
}

/** Enables the factor with a code of the pending secret; returns the recovery codes. */
export async function confirmFactor(context: RequestContext, code: string): Promise<string[]> {
  const action = 'account.factor-on';
  const { clock } = context.services;
  return runWithCountedCode(context, action, async (work, account) => {
    const secret = openAccountSecret(context.services, account, 'factor_pending');
    const step = secret && findMatchingStep(secret, account.account, code.replace(/\s/g, ''), clock.now());
    if (step === undefined || account.factor_enabled_at) return undefined;
    const factor = { factor_pending: null, factor_secret: account.factor_pending, factor_last_step: step };
    await work.tx
      .updateTable('accounts')
      .set({ ...factor, factor_enabled_at: work.now })
      .where('id', '=', account.id)
      .execute();
    return renewRecoveryCodes(work, account.id);
  });
}

/** Disables the factor after checking the password and a code. */
export async function disableFactor(
  context: RequestContext,
  input: { password: string; code: string },
): Promise<void> {
  const action = 'account.factor-off';
  const { email } = await verifyOwnPassword(context, {
    text: input.password,
    field: 'password',
    action,
  });
  await runWithCountedCode(context, action, async (work, account) => {
    if (!(await redeemFactorCode(work, account, input.code))) return undefined;
    const none = { factor_pending: null, factor_secret: null, factor_enabled_at: null };
    await work.tx.updateTable('accounts').set(none).where('id', '=', account.id).execute();
    await work.tx.deleteFrom('recovery_codes').where('account_id', '=', account.id).execute();
    return true;
  });
  const text = `The second factor of ${getAccount(context).account} was turned off from ${context.network}.`;
  await sendNotice(context.services, email, 'Your Northlight second factor is off', text);
}

/** Replaces the recovery codes after checking the password and a code. */
export async function renewCodes(
  context: RequestContext,
  input: { password: string; code: string },
): Promise<string[]> {
  const action = 'account.factor-codes';
  await verifyOwnPassword(context, { text: input.password, field: 'password', action });
  return runWithCountedCode(context, action, async (work, account) =>
    (await redeemFactorCode(work, account, input.code)) ? renewRecoveryCodes(work, account.id) : undefined,
  );
}

/**
 * Runs `act` while the account's row is locked. A result of `undefined` means a wrong code, which is counted
 * and audited.
 */
export async function runWithCountedCode<T>(
  context: RequestContext,
  action: string,
  act: (work: RequestWork, account: AccountRow) => Promise<T | undefined>,
): Promise<T> {
  const { id, account: object } = getAccount(context);
  try {
    const attempt = await beginAttempt(context.services, formatFactorKey(id), FACTOR_FAILURES);
    return await commitRequest(context, async (work) => {
      const value = await act(work, await lockAccount(work.tx, id));
      if (value === undefined) throw createWrongCodeError();
      await withdrawAttempt(work.tx, attempt);
      await work.audit({ action, object });
      return value;
    });
  } catch (error) {
    await auditRefusal(context, { action, object }, error);
    throw error;
  }
}
