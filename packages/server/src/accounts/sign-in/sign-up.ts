import { DomainError, ERRORS } from '@northlight/contract';
import { findBrokenConstraint } from '../../platform/db/errors.ts';
import type { RequestWork } from '../../platform/http/commit-request.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { createSession } from '../sessions/sessions.ts';
import { findAccount, insertAccount } from '../store.ts';
import { checkNewPassword, type CodeInput, runWithCode } from '../verification/run-with-code.ts';
import type { SignedIn } from './sign-in.ts';

const createAccountExistsError = (): DomainError =>
  new DomainError('accountExists', { fields: { account: ERRORS.accountExists.message } });

export interface NewAccount extends CodeInput {
  readonly password: string;
  readonly nickname: string;
}

/** Creates an account after verifying its code and signs it in; `inTransaction` runs in the same transaction. */
export async function signUp(
  context: RequestContext,
  input: NewAccount,
  inTransaction: (work: RequestWork, accountId: string) => Promise<void> = () => Promise.resolve(),
): Promise<SignedIn> {
  const { services } = context;
  checkNewPassword(services, input.password, input.account);
  return runWithCode(context, input, {
    purpose: 'sign-up',
    action: 'account.sign-up',
    prepare: async () => {
      // Reports an existing account (13) only after the code is verified, and before the costly hash.
      if (await findAccount(services.db, input.account)) throw createAccountExistsError();
      return services.passwords.hash(input.password);
    },
    act: async (work, passwordHash) => {
      const { account: name, nickname } = input;
      const account = await insertAccount(services, work.tx, { account: name, nickname, passwordHash }).catch(
        (error: unknown) => {
          throw findBrokenConstraint(error)?.startsWith('accounts_account')
            ? createAccountExistsError()
            : error;
        },
      );
      await inTransaction(work, account.id);
      const session = await createSession(work, context, {
        accountId: account.id,
        confirmed: true,
      });
      const { account: object, id: actorId } = account;
      const audit = { action: 'account.sign-up', object, actor: object, actorId };
      await work.audit(audit);
      return { account, session, remember: false };
    },
  });
}
