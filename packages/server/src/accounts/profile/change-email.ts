import { DomainError, ERRORS, type Profile } from '@northlight/contract';
import { findBrokenConstraint } from '../../platform/db/errors.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { sendNotice } from '../verification/messages.ts';
import { verifyOwnPassword } from '../sessions/own-sessions.ts';
import { toEmailValues, presentProfile } from './profile.ts';
import { runWithCode } from '../verification/run-with-code.ts';
import { findAccountById, lockAccount } from '../store.ts';

const ACTION = 'account.email';

/** Changes the e-mail address after checking the password and a code sent to the new address; notifies the old address. */
export async function changeEmail(
  context: RequestContext,
  input: { flowId: string; code: string; email: string; password: string },
): Promise<Profile> {
  const { services } = context;
  const { email, password, ...proof } = input;
  const account = await verifyOwnPassword(context, {
    text: password,
    field: 'password',
    action: ACTION,
  });
  await runWithCode(
    context,
    { ...proof, account: email },
    {
      purpose: 'email',
      action: ACTION,
      prepare: () => Promise.resolve(),
      act: async (work) => {
        const row = await lockAccount(work.tx, work.account.id);
        await work.tx
          .updateTable('accounts')
          .set(toEmailValues(row, email))
          .where('id', '=', row.id)
          .execute()
          .catch((error: unknown) => {
            if (findBrokenConstraint(error) === undefined) throw error;
            throw new DomainError('accountExists', { fields: { email: ERRORS.accountExists.message } });
          });
        const audit = { action: ACTION, object: row.account, before: row.email ?? '', after: email };
        await work.audit(audit);
      },
    },
  );
  const text = `The e-mail address of ${account.account} was changed to ${email} from ${context.network}.`;
  await sendNotice(services, account.email, 'Your Northlight e-mail address was changed', text);
  return presentProfile(await findAccountById(services.db, account.id), services.clock.now());
}
