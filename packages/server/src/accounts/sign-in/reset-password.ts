import { auditRequest } from '../../platform/http/audit-request.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../services.ts';
import { endSessions } from '../sessions/sessions.ts';
import { findAccount, setPassword } from '../store.ts';
import { sendNotice } from '../verification/messages.ts';
import { checkNewPassword, type CodeInput, runWithCode } from '../verification/run-with-code.ts';

/** Sets a new password after verifying a code, ends every session with 70 and notifies the account by mail. */
export async function resetPassword(
  services: Services,
  input: CodeInput & { readonly password: string },
  context: RequestContext,
): Promise<void> {
  checkNewPassword(services, input.password, input.account);
  const action = 'account.password-reset';
  const email = await runWithCode(services, context, input, {
    purpose: 'reset',
    action,
    prepare: () => services.passwords.hash(input.password),
    act: async (tx, after, passwordHash) => {
      const account = await findAccount(tx, input.account);
      const audit = { action, object: input.account, actor: input.account };
      // Answers the same for unknown and known accounts, so that the answer does not reveal which addresses
      // have an account.
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
