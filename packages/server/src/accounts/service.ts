import {
  CODE_MINUTES,
  DomainError,
  EMAIL_CODE_DIGITS,
  ERRORS,
  passwordLengthProblem,
  REMEMBER_DAYS,
} from '@northlight/contract';
import { randomId } from '@northlight/runtime';
import type { Tx } from '../platform/db/database.ts';
import { brokenConstraint } from '../platform/db/errors.ts';
import { addAttempt, lockLimitKey } from '../platform/db/limits.ts';
import type { PrincipalAccount } from '../platform/http/principal.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import type { RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import { issueCode, proveCode, type Purpose } from './codes.ts';
import { passwordWeakness } from './common-passwords.ts';
import { createSession, endSessions, type NewSession } from './sessions.ts';
import { findAccount, insertAccount, setPassword } from './store.ts';

const MINUTE = 60_000;
const FAILED_SIGN_INS = 10;
const FAILED_WINDOW_MS = 15 * MINUTE;
const REFUSAL_MS = 30 * MINUTE;

export interface SignedIn {
  readonly account: PrincipalAccount;
  readonly session: NewSession;
}

/** Cookie lifetime in seconds: thirty days when remembered, else the browser session. */
export const cookieSeconds = (remember: boolean): number | undefined =>
  remember ? REMEMBER_DAYS * 86_400 : undefined;

export async function requestCode(
  services: Services,
  input: { purpose: Purpose; account: string },
  context: RequestContext,
) {
  const flow = await services.db
    .transaction()
    .execute((tx) => issueCode(services, tx, { ...input, network: context.network }));
  context.cookies.setFlow(flow.browserSecret);
  const what =
    input.purpose === 'sign-up' ? 'create your Northlight account' : 'reset your Northlight password';
  await services.mailer.send({
    to: input.account,
    subject: `${flow.code} is your Northlight code`,
    text: `Enter ${flow.code} to ${what}.\n\nThe code has ${EMAIL_CODE_DIGITS} digits and is valid for ${CODE_MINUTES} minutes. If you did not ask for it, do nothing.\n`,
  });
  return { flowId: flow.flowId, expiresAt: flow.expiresAt.toISOString() };
}

interface Proof {
  readonly flowId: string;
  readonly code: string;
  readonly account: string;
  readonly password: string;
}

/** Hashes before the transaction and commits the counted try even when the code is refused. */
async function withProof<T>(
  services: Services,
  purpose: Purpose,
  proof: Proof,
  context: RequestContext,
  act: (tx: Tx, passwordHash: string) => Promise<T>,
): Promise<T> {
  const weakness = passwordLengthProblem(proof.password) ?? passwordWeakness(proof.password, proof.account);
  if (weakness) throw new DomainError('invalidParameters', { fields: { password: weakness } });
  const { flowId, code, account } = proof;
  const passwordHash = await services.passwords.hash(proof.password);
  const outcome = await services.db.transaction().execute(async (tx) => {
    const proved = await proveCode(services, tx, {
      flowId,
      code,
      purpose,
      account,
      browserSecret: context.cookies.flow,
    });
    return proved === 'proved'
      ? ({ proved, value: await act(tx, passwordHash) } as const)
      : ({ proved } as const);
  });
  if (outcome.proved === 'proved') return outcome.value;
  throw new DomainError(outcome.proved, { fields: { code: ERRORS[outcome.proved].message } });
}

export async function signUp(
  services: Services,
  input: Proof & { nickname: string },
  context: RequestContext,
): Promise<SignedIn> {
  try {
    return await withProof(services, 'sign-up', input, context, async (tx, passwordHash) => {
      const account = await insertAccount(services, tx, {
        account: input.account,
        nickname: input.nickname,
        passwordHash,
      });
      const session = await createSession(services, tx, {
        accountId: account.id,
        network: context.network,
        remember: false,
      });
      await auditRequest(services, tx, context, {
        action: 'account.sign-up',
        object: account.account,
        actor: account.account,
      });
      return { account, session };
    });
  } catch (error) {
    if (brokenConstraint(error) === undefined) throw error;
    throw new DomainError('accountExists', { fields: { account: ERRORS.accountExists.message } });
  }
}

export async function resetPassword(
  services: Services,
  input: Proof,
  context: RequestContext,
): Promise<void> {
  await withProof(services, 'reset', input, context, async (tx, passwordHash) => {
    const account = await findAccount(tx, input.account);
    // An unknown account answers like a known one: who has proved the mailbox learns nothing either way.
    if (!account) return;
    await setPassword(tx, account.id, passwordHash);
    await endSessions(tx, { accountId: account.id }, new Date(services.clock.now()), 70);
    await auditRequest(services, tx, context, {
      action: 'account.password-reset',
      object: account.account,
      actor: account.account,
    });
  });
}

/** Limits run before the hash; a refusal and an unknown account cost and say the same. */
export async function signIn(
  services: Services,
  input: { account: string; password: string; remember: boolean },
  context: RequestContext,
): Promise<SignedIn> {
  const { db, clock, entropy } = services;
  const key = `sign-in:${input.account}:${context.network}`;
  const attempt = randomId(entropy, clock.now());
  await db.transaction().execute(async (tx) => {
    await lockLimitKey(tx, key);
    await refuseAfterFailures(tx, key, clock.now());
    // Counted as failed before it is tried, so that parallel tries cannot pass the limit together.
    await addAttempt(tx, key, attempt, new Date(clock.now()));
  });
  const account = await findAccount(db, input.account);
  const right = await services.passwords.verify(input.password, account?.password_hash);
  if (!account || !right || account.disabled_at) {
    await auditRequest(services, db, context, {
      action: 'account.sign-in',
      object: input.account,
      actor: input.account,
      result: 'refused',
    });
    throw new DomainError('wrongAccountOrPassword');
  }
  return db.transaction().execute(async (tx) => {
    await tx.deleteFrom('attempts').where('id', '=', attempt).execute();
    const session = await createSession(services, tx, {
      accountId: account.id,
      network: context.network,
      remember: input.remember,
    });
    await auditRequest(services, tx, context, {
      action: 'account.sign-in',
      object: account.account,
      actor: account.account,
    });
    const { id, nickname, role, kind, level, cloud_code: cloudCode } = account;
    return {
      account: { id, account: account.account, nickname, role, accountKind: kind, level, cloudCode },
      session,
    };
  });
}

/** Ten failures within fifteen minutes close the account to this network for half an hour after the last of them. */
async function refuseAfterFailures(tx: Tx, key: string, now: number): Promise<void> {
  const recent = await tx
    .selectFrom('attempts')
    .select('at')
    .where('key', '=', key)
    .where('at', '>', new Date(now - REFUSAL_MS - FAILED_WINDOW_MS))
    .orderBy('at', 'desc')
    .limit(FAILED_SIGN_INS)
    .execute();
  const [newest] = recent;
  const oldest = recent.at(FAILED_SIGN_INS - 1);
  if (!newest || !oldest) return;
  const together = newest.at.getTime() - oldest.at.getTime() <= FAILED_WINDOW_MS;
  if (together && now - newest.at.getTime() < REFUSAL_MS) throw new DomainError('tooManyFailures');
}

export async function openDemo(services: Services, context: RequestContext): Promise<NewSession> {
  return createSession(services, services.db, { accountId: null, network: context.network, remember: false });
}

export async function signOut(services: Services, context: RequestContext): Promise<void> {
  if (context.principal.kind === 'anonymous') return;
  await endSessions(
    services.db,
    { tokenHash: context.principal.sessionId },
    new Date(services.clock.now()),
    10,
  );
  context.cookies.clearSession();
  if (context.principal.kind === 'account')
    await auditRequest(services, services.db, context, {
      action: 'account.sign-out',
      object: context.principal.account.account,
      actor: context.principal.account.account,
    });
}
