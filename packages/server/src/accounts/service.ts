import { DomainError, ERRORS } from '@northlight/contract';
import { randomId } from '@northlight/runtime';
import { commit } from '../platform/commit.ts';
import type { Tx } from '../platform/db/database.ts';
import { brokenConstraint } from '../platform/db/errors.ts';
import { addAttempt, countAttempts, lockLimitKey } from '../platform/db/limits.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import type { RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import { issueCode, type Purpose } from './codes.ts';
import { browserSecret } from './flows.ts';
import { sendCode, sendNotice } from './messages.ts';
import { checkNewPassword, type CodeInput, withCode } from './proved.ts';
import { createSession, endSessions, type NewSession } from './sessions.ts';
import type { SignedIn } from './sign-in.ts';
import { findAccount, insertAccount, setPassword } from './store.ts';

const HOUR_MS = 3_600_000;
const DEMO_VISITS_PER_HOUR = 300;

/** Issues a code, audits it, and sends it after the commit: to known and unknown accounts alike. */
export async function requestCode(
  services: Services,
  input: { purpose: Purpose; account: string },
  context: RequestContext,
) {
  const secret = browserSecret(context, services.entropy);
  const audit = {
    action: 'account.code',
    object: input.account,
    after: input.purpose,
    ...(context.principal.kind === 'anonymous' && { actor: input.account }),
  };
  const flow = await services.db
    .transaction()
    .execute(async (tx) => {
      const request = { ...input, network: context.network, browserSecret: secret };
      const issued = await issueCode(services, tx, request);
      await auditRequest(services, tx, context, audit);
      return issued;
    })
    .catch(async (error: unknown) => {
      if (error instanceof DomainError)
        await auditRequest(services, services.db, context, { ...audit, result: 'refused' });
      throw error;
    });
  await sendCode(services, { to: input.account, code: flow.code, purpose: input.purpose });
  return { flowId: flow.flowId, expiresAt: flow.expiresAt.toISOString() };
}

const accountExists = (): DomainError =>
  new DomainError('accountExists', { fields: { account: ERRORS.accountExists.message } });

export interface NewAccount extends CodeInput {
  readonly password: string;
  readonly nickname: string;
}

/** Makes an account behind its code and signs it in; `also` runs in the same transaction. */
export async function signUp(
  services: Services,
  input: NewAccount,
  context: RequestContext,
  also: (tx: Tx, accountId: string) => Promise<void> = () => Promise.resolve(),
): Promise<SignedIn> {
  checkNewPassword(services, input.password, input.account);
  return withCode(services, context, input, {
    purpose: 'sign-up',
    action: 'account.sign-up',
    prepare: async () => {
      // 13 is said only now that the code is proved, and before the hash is paid for.
      if (await findAccount(services.db, input.account)) throw accountExists();
      return services.passwords.hash(input.password);
    },
    act: async (tx, after, passwordHash) => {
      const { account: name, nickname } = input;
      const account = await insertAccount(services, tx, { account: name, nickname, passwordHash }).catch(
        (error: unknown) => {
          throw brokenConstraint(error)?.startsWith('accounts_account') ? accountExists() : error;
        },
      );
      await also(tx, account.id);
      const session = await createSession(services, tx, after, context, { accountId: account.id });
      const { account: object, id: actorId } = account;
      const audit = { action: 'account.sign-up', object, actor: object, actorId };
      await auditRequest(services, tx, context, audit);
      return { account, session, remember: false };
    },
  });
}

/** Sets a new password behind a code, ends every session (70) and tells the account's mailbox. */
export async function resetPassword(
  services: Services,
  input: CodeInput & { readonly password: string },
  context: RequestContext,
): Promise<void> {
  checkNewPassword(services, input.password, input.account);
  const action = 'account.password-reset';
  const email = await withCode(services, context, input, {
    purpose: 'reset',
    action,
    prepare: () => services.passwords.hash(input.password),
    act: async (tx, after, passwordHash) => {
      const account = await findAccount(tx, input.account);
      const audit = { action, object: input.account, actor: input.account };
      // An unknown account answers like a known one: who has proved the mailbox learns nothing either way.
      const known = account ? { actorId: account.id } : { result: 'unknown' };
      await auditRequest(services, tx, context, { ...audit, ...known });
      if (!account) return null;
      await setPassword(tx, account.id, passwordHash);
      await endSessions(tx, after, { accountId: account.id }, new Date(services.clock.now()), 70);
      return account.email;
    },
  });
  const when = new Date(services.clock.now()).toISOString();
  const text = `The password of ${input.account} was reset at ${when} from ${context.network}.`;
  await sendNotice(services, email, 'Your Northlight password was reset', text);
}

/** Opens the demo for a visitor. */
export async function openDemo(services: Services, context: RequestContext): Promise<NewSession> {
  return commit(services, async (tx, after) => {
    await countVisit(services, tx, context);
    const session = await createSession(services, tx, after, context, { accountId: null });
    await auditRequest(services, tx, context, {
      action: 'account.demo',
      object: 'visitor',
      actor: 'visitor',
    });
    return session;
  });
}

/** Visits cost nothing to begin: one network does not fill the table of sessions with them. */
async function countVisit({ clock, entropy }: Services, tx: Tx, { network }: RequestContext): Promise<void> {
  const key = `demo:${network}`;
  const now = clock.now();
  await lockLimitKey(tx, key);
  if ((await countAttempts(tx, key, new Date(now - HOUR_MS))) >= DEMO_VISITS_PER_HOUR)
    throw new DomainError('repeated', {
      status: 429,
      message: 'Too many visits to the demo. Try again in an hour.',
    });
  await addAttempt(tx, key, randomId(entropy, now), new Date(now));
}

/** Ends the session of the request. */
export async function signOut(services: Services, context: RequestContext): Promise<void> {
  const { principal } = context;
  if (principal.kind === 'anonymous') return;
  const now = new Date(services.clock.now());
  await commit(services, async (tx, after) => {
    await endSessions(tx, after, { tokenHash: principal.sessionId }, now, 10);
    const object = principal.kind === 'account' ? principal.account.account : 'visitor';
    await auditRequest(services, tx, context, { action: 'account.sign-out', object });
  });
  context.cookies.clearSession();
}
