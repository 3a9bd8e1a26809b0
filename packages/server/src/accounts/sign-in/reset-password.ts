import type { RequestContext } from '../../platform/http/request-context.ts';
import { endSessions } from '../sessions/sessions.ts';
import { findAccount, setPassword } from '../store.ts';
import { sendNotice } from '../verification/messages.ts';
import { checkNewPassword, type CodeInput, runWithCode } from '../verification/run-with-code.ts';

/** Sets a new password after verifying a code, ends every session with 70 and notifies the account by mail. */
export async function resetPassword(
  context: RequestContext,
  input: CodeInput & { readonly password: string },
): Promise<void> {
  const { services } = context;
  checkNewPassword(services, input.password, input.account);
  const action = 'account.password-reset';
  const email = await runWithCode(context, input, {
    purpose: 'reset',
    action,
    prepare: () => services.passwords.hash(input.password),
    act: async (work, passwordHash) => {
      const account = await findAccount(work.tx, input.account);
      const audit = { action, object: input.account, actor: input.account };
      // Answers the same for unknown and known accounts, so that the answer does not reveal which addresses
      // have an account.
      const known = account ? { actorId: account.id } : { result: 'unknown' };
      await work.audit({ ...audit, ...known });
      if (!account) return null;
      await setPassword(work.tx, account.id, passwordHash);
      await endSessions(work, { accountId: account.id }, 70);
      return account.email;
    },
  });
  const when = new Date(services.clock.now()).toISOString();
  const text = `The password of ${input.account} was reset at ${when} from ${context.network}.`;
  await sendNotice(services, email, 'Your Northlight password was reset', text);
}
