import { ACCOUNT_ROLES, DomainError } from '@northlight/contract';
import { auditRefusal } from '../../platform/http/audit-refusal.ts';
import { commitRequest, type RequestWork } from '../../platform/http/commit-request.ts';
import type { PrincipalAccount } from '../../platform/http/principal.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { withdrawAttempt } from '../../platform/db/limits.ts';
import { beginAttempt, PASSWORD_FAILURES } from '../verification/attempts.ts';
import { openFlow } from '../verification/verification-flows.ts';
import { createSession, endSessions, type NewSession } from '../sessions/sessions.ts';
import { type AccountRow, findAccount, lockAccount, toPrincipalAccount } from '../store.ts';

const FACTOR_FLOW_MS = 10 * 60_000;

export interface SignedIn {
  readonly account: PrincipalAccount;
  readonly session: NewSession;
  readonly remember: boolean;
}
export type SecondFactorRequired = { readonly flowId: string; readonly expiresAt: Date };

export interface SignInInput {
  readonly account: string;
  readonly password: string;
}

/**
 * Verifies a password and returns its account. Refuses without a query when too many sign-ins are in progress, and checks limits
 * before hashing. Unknown, disabled and third-party accounts
 * take the same time and return the same error as a wrong password.
 */
export async function verifyPassword(context: RequestContext, input: SignInInput): Promise<AccountRow> {
  const { services } = context;
  const { db } = services;
  const key = `sign-in:${input.account}:${context.network}`;
  using _admission = services.passwords.admitSignIn();
  try {
    const attempt = await beginAttempt(services, key, PASSWORD_FAILURES);
    const account = await findAccount(db, input.account);
    const isCorrect = await services.passwords
      .verify(input.password, account?.password_hash)
      .catch(async (error: unknown) => {
        // A full hash queue prevented the check of the password, so the attempt does not count as failed.
        await withdrawAttempt(db, attempt);
        throw error;
      });
    if (!account || !isCorrect || !canUseWeb(account)) throw new DomainError('wrongAccountOrPassword');
    await withdrawAttempt(db, attempt);
    return account;
  } catch (error) {
    await auditRefusedSignIn(context, input.account, error);
    throw error;
  }
}

/**
 * Returns true for an enabled account, except accounts of third-party customers, which sign in by ticket
 * only.
 */
export const canUseWeb = ({ disabled_at, role }: AccountRow): boolean =>
  disabled_at === null && role !== ACCOUNT_ROLES.thirdParty;

function auditRefusedSignIn(context: RequestContext, account: string, error: unknown): Promise<void> {
  const entry = { action: 'account.sign-in', object: account, actor: account };
  return auditRefusal(context, entry, error);
}

/**
 * Runs `act` in a transaction that locks the account. Throws if the password was changed after its
 * verification: a change of password ends all sessions, so that no new session may start with the old
 * password.
 */
export async function runWithVerifiedAccount<T>(
  context: RequestContext,
  verified: AccountRow,
  act: (work: RequestWork, account: AccountRow) => Promise<T>,
): Promise<T> {
  try {
    return await commitRequest(context, async (work) => {
      const account = await lockAccount(work.tx, verified.id);
      if (account.password_hash !== verified.password_hash || !canUseWeb(account))
        throw new DomainError('wrongAccountOrPassword');
      return act(work, account);
    });
  } catch (error) {
    await auditRefusedSignIn(context, verified.account, error);
    throw error;
  }
}

/** Signs in with a password, or asks for the second factor. */
export async function signIn(
  context: RequestContext,
  input: SignInInput & { readonly remember: boolean },
): Promise<SignedIn | SecondFactorRequired> {
  const verified = await verifyPassword(context, input);
  return runWithVerifiedAccount(context, verified, async (work, account) => {
    if (account.factor_enabled_at) {
      await auditSignIn(work, account, 'second-factor');
      return requestSecondFactor(work, account, input.remember);
    }
    return completeSignIn(work, account, {
      remember: input.remember,
      by: 'password',
    });
  });
}

/** Starts the second-factor step. `identity` is connected to the account when the step succeeds. */
export function requestSecondFactor(
  work: RequestWork,
  account: AccountRow,
  remember: boolean,
  identity: { provider?: string | null; subject?: string | null } = {},
): Promise<SecondFactorRequired> {
  const lifeMs = FACTOR_FLOW_MS;
  return openFlow(work, {
    kind: 'second-factor',
    account_id: account.id,
    remember,
    lifeMs,
    ...identity,
  });
}

/**
 * Creates the session of a verified account and writes its audit row. `confirmed` is false for a sign-in that asked for
 * neither the password nor the second factor.
 */
export async function completeSignIn(
  work: RequestWork,
  account: AccountRow,
  { remember, by, confirmed = true }: { remember: boolean; by: string; confirmed?: boolean },
): Promise<SignedIn> {
  if (work.services.config.oneSession) {
    await endSessions(work, { accountId: account.id, kinds: ['console'] }, 69);
  }
  const session = await createSession(work, work.context, {
    accountId: account.id,
    remember,
    confirmed,
  });
  await auditSignIn(work, account, by);
  return { account: toPrincipalAccount(account), session, remember };
}

function auditSignIn(work: RequestWork, { account, id: actorId }: AccountRow, after: string): Promise<void> {
  return work.audit({
    action: 'account.sign-in',
    object: account,
    actor: account,
    actorId,
    after,
  });
}
