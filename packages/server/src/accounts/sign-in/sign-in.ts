import { ACCOUNT_ROLES, DomainError } from '@northlight/contract';
import { type AfterCommit, commit } from '../../platform/commit.ts';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import { auditRequest } from '../../platform/http/audit-request.ts';
import type { PrincipalAccount } from '../../platform/http/principal.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../services.ts';
import { withdrawAttempt } from '../../platform/db/limits.ts';
import { beginAttempt, PASSWORD_FAILURES } from '../verification/attempts.ts';
import { openFlow } from '../verification/verification-flows.ts';
import { createSession, endSessions, type NewSession } from '../sessions/sessions.ts';
import { type AccountRow, findAccount, lockAccount, principalAccountOf } from '../store.ts';

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
 * The account of a right password. Limits run before the hash; a refusal and an unknown account cost and say the
 * same, and so do an account that is switched off and a third party's, which the web does not sign in.
 */
export async function verifyPassword(
  services: Services,
  input: SignInInput,
  context: RequestContext,
): Promise<AccountRow> {
  const { db } = services;
  const key = `sign-in:${input.account}:${context.network}`;
  try {
    services.passwords.demandCapacity();
    const attempt = await beginAttempt(services, key, PASSWORD_FAILURES);
    const account = await findAccount(db, input.account);
    const right = await services.passwords
      .verify(input.password, account?.password_hash)
      .catch(async (error: unknown) => {
        // Nothing was tried: the queue of hashes is full.
        await withdrawAttempt(db, attempt);
        throw error;
      });
    if (!account || !right || !mayUseWeb(account)) throw new DomainError('wrongAccountOrPassword');
    await withdrawAttempt(db, attempt);
    return account;
  } catch (error) {
    if (error instanceof DomainError) await auditRefusal(services, context, input.account);
    throw error;
  }
}

/** An account that is on, and no third party's: that one signs in by its ticket only. */
export const mayUseWeb = ({ disabled_at, role }: AccountRow): boolean =>
  disabled_at === null && role !== ACCOUNT_ROLES.thirdParty;

const auditRefusal = (services: Services, context: RequestContext, account: string): Promise<void> =>
  auditRequest(services, services.db, context, {
    action: 'account.sign-in',
    object: account,
    actor: account,
    result: 'refused',
  });

/**
 * Does something in a transaction that holds the account as its password was proved. A password that was changed
 * meanwhile was wrong after all: its change has ended the sessions that there were, and must not miss this one.
 */
export async function withVerifiedAccount<T>(
  services: Services,
  context: RequestContext,
  proved: AccountRow,
  act: (tx: Tx, after: AfterCommit, account: AccountRow) => Promise<T>,
): Promise<T> {
  try {
    return await commit(services, async (tx, after) => {
      const account = await lockAccount(tx, proved.id);
      if (account.password_hash !== proved.password_hash || !mayUseWeb(account))
        throw new DomainError('wrongAccountOrPassword');
      return act(tx, after, account);
    });
  } catch (error) {
    if (error instanceof DomainError) await auditRefusal(services, context, proved.account);
    throw error;
  }
}

/** Signs in with a password, or asks for the second factor. */
export async function signIn(
  services: Services,
  input: SignInInput & { readonly remember: boolean },
  context: RequestContext,
): Promise<SignedIn | SecondFactorRequired> {
  const proved = await verifyPassword(services, input, context);
  return withVerifiedAccount(services, context, proved, async (tx, after, account) => {
    if (account.factor_enabled_at) {
      await auditSignIn(services, tx, context, account, 'second-factor');
      return requestSecondFactor(services, tx, context, account, input.remember);
    }
    return completeSignIn(services, tx, after, context, account, {
      remember: input.remember,
      by: 'password',
    });
  });
}

/** Begins the step of the second factor; what a provider proved meanwhile is bound when it succeeds. */
export function requestSecondFactor(
  services: Services,
  db: DbOrTx,
  context: RequestContext,
  account: AccountRow,
  remember: boolean,
  proved: { provider?: string | null; subject?: string | null } = {},
): Promise<SecondFactorRequired> {
  const lifeMs = FACTOR_FLOW_MS;
  return openFlow(services, db, context, {
    kind: 'second-factor',
    account_id: account.id,
    remember,
    lifeMs,
    ...proved,
  });
}

/** Makes the session of whoever has proved everything, with its one audit row. */
export async function completeSignIn(
  services: Services,
  db: DbOrTx,
  after: AfterCommit,
  context: RequestContext,
  account: AccountRow,
  { remember, by }: { remember: boolean; by: string },
): Promise<SignedIn> {
  if (services.config.oneSession) {
    const now = new Date(services.clock.now());
    await endSessions(db, after, { accountId: account.id, kinds: ['console'] }, now, 69);
  }
  const session = await createSession(services, db, after, context, { accountId: account.id, remember });
  await auditSignIn(services, db, context, account, by);
  return { account: principalAccountOf(account), session, remember };
}

function auditSignIn(
  services: Services,
  db: DbOrTx,
  context: RequestContext,
  { account, id: actorId }: AccountRow,
  after: string,
): Promise<void> {
  return auditRequest(services, db, context, {
    action: 'account.sign-in',
    object: account,
    actor: account,
    actorId,
    after,
  });
}
