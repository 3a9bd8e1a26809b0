import { CODE_MINUTES, DomainError, isMobile } from '@northlight/contract';
import { getAccount, type RequestContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../services.ts';
import type { Purpose } from './codes.ts';

const PURPOSE_TEXT: Readonly<Record<Purpose, string>> = {
  'sign-up': 'create your Northlight account',
  reset: 'reset your Northlight password',
  email: 'use this address in your Northlight profile',
};

/** Sends a code by mail or by text message, depending on the account. */
export async function sendCode(
  services: Services,
  message: { to: string; code: string; purpose: Purpose },
): Promise<void> {
  const { to, code, purpose } = message;
  const rest = `valid for ${CODE_MINUTES} minutes. If you did not request it, ignore this message.`;
  const sent = isMobile(to)
    ? services.textMessageSender.send({
        to,
        text: `${code} is your Northlight code to ${PURPOSE_TEXT[purpose]}, ${rest}`,
      })
    : services.mailer.send({
        to,
        subject: `${code} is your Northlight code`,
        text: `Enter ${code} to ${PURPOSE_TEXT[purpose]}.\n\nThe code has ${code.length} digits and is ${rest}\n`,
      });
  await sent.catch((error: unknown) => {
    services.log.warn({ err: error }, 'a verification code could not be sent');
    throw new DomainError('network', { message: 'The code could not be sent. Try again later.' });
  });
}

/** Notifies the caller of a change that they have made; a failure to send is only logged. */
export async function notifyCaller(context: RequestContext, subject: string, text: string): Promise<void> {
  const { email } = await context.services.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', getAccount(context).id)
    .executeTakeFirstOrThrow();
  await sendNotice(context.services, email, subject, text);
}

/** Notifies an account of a change; a failure to send is only logged. */
export async function sendNotice(
  services: Services,
  to: string | null,
  subject: string,
  text: string,
): Promise<void> {
  if (to === null) return;
  await services.mailer
    .send({ to, subject, text: `${text}\n\nIf this was not you, reset your password at once.\n` })
    .catch((error: unknown) => services.log.warn({ err: error }, 'a notice could not be sent'));
}
