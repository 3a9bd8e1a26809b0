import { DomainError, ERRORS } from '@northlight/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { auditRefusal } from '../../platform/http/audit-refusal.ts';
import { auditRequest } from '../../platform/http/audit-request.ts';
import { commitRequest } from '../../platform/http/commit-request.ts';
import { getAccount, type RequestContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../services.ts';
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
export async function readFactorState({ db }: Services, context: RequestContext) {
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
export async function enrolFactor(services: Services, context: RequestContext, password: string) {
  const action = 'account.factor-enrol';
  const { id } = await verifyOwnPassword(services, context, { text: password, field: 'password', action });
  return commitRequest(services, context, async (tx) => {
    const account = await lockAccount(tx, id);
    if (account.factor_enabled_at)
      throw new DomainError('repeated', { message: 'The second factor is on already. Turn it off first.' });
    const secret = createFactorSecret(services);
    const sealed = await sealAccountSecret(services, tx, account, 'factor', secret);
    await tx.updateTable('accounts').set({ factor_pending: sealed }).where('id', '=', id).execute();
    await auditRequest(services, tx, context, { action, object: account.account });
    return { uri: formatFactorUri(secret, account.account), secret: secret.reveal() };
  });
}

/** Enables the factor with a code of the pending secret; returns the recovery codes. */
export async function confirmFactor(
  services: Services,
  context: RequestContext,
  code: string,
): Promise<string[]> {
  const action = 'account.factor-on';
  const { clock } = services;
  return runWithCountedCode(services, context, action, async (tx, account) => {
    const secret = openAccountSecret(services, account, 'factor_pending');
    const step = secret && findMatchingStep(secret, account.account, code.replace(/\s/g, ''), clock.now());
    if (step === undefined || account.factor_enabled_at) return undefined;
    const factor = { factor_pending: null, factor_secret: account.factor_pending, factor_last_step: step };
    await tx
      .updateTable('accounts')
      .set({ ...factor, factor_enabled_at: new Date(clock.now()) })
      .where('id', '=', account.id)
      .execute();
    return renewRecoveryCodes(services, tx, account.id);
  });
}

/** Disables the factor after checking the password and a code. */
export async function disableFactor(
  services: Services,
  context: RequestContext,
  input: { password: string; code: string },
): Promise<void> {
  const action = 'account.factor-off';
  const { email } = await verifyOwnPassword(services, context, {
    text: input.password,
    field: 'password',
    action,
  });
  await runWithCountedCode(services, context, action, async (tx, account) => {
    if (!(await redeemFactorCode(services, tx, account, input.code))) return undefined;
    const none = { factor_pending: null, factor_secret: null, factor_enabled_at: null };
    await tx.updateTable('accounts').set(none).where('id', '=', account.id).execute();
    await tx.deleteFrom('recovery_codes').where('account_id', '=', account.id).execute();
    return true;
  });
  const text = `The second factor of ${getAccount(context).account} was turned off from ${context.network}.`;
  await sendNotice(services, email, 'Your Northlight second factor is off', text);
}

/** Replaces the recovery codes after checking the password and a code. */
export async function renewCodes(
  services: Services,
  context: RequestContext,
  input: { password: string; code: string },
): Promise<string[]> {
  const action = 'account.factor-codes';
  await verifyOwnPassword(services, context, { text: input.password, field: 'password', action });
  return runWithCountedCode(services, context, action, async (tx, account) =>
    (await redeemFactorCode(services, tx, account, input.code))
      ? renewRecoveryCodes(services, tx, account.id)
      : undefined,
  );
}

/**
 * Runs `act` while the account's row is locked. A result of `undefined` means a wrong code, which is counted
 * and audited.
 */
export async function runWithCountedCode<T>(
  services: Services,
  context: RequestContext,
  action: string,
  act: (tx: Tx, account: AccountRow) => Promise<T | undefined>,
): Promise<T> {
  const { id, account: object } = getAccount(context);
  try {
    const attempt = await beginAttempt(services, formatFactorKey(id), FACTOR_FAILURES);
    return await commitRequest(services, context, async (tx) => {
      const value = await act(tx, await lockAccount(tx, id));
      if (value === undefined) throw createWrongCodeError();
      await withdrawAttempt(tx, attempt);
      await auditRequest(services, tx, context, { action, object });
      return value;
    });
  } catch (error) {
    await auditRefusal(context, { action, object }, error);
    throw error;
  }
}
