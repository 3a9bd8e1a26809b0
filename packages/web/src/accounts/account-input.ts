import { isMobile, normalAccount } from '@northlight/contract';
import type { SignInOptions } from './use-sign-in-options.ts';

export type AccountOptions = Pick<SignInOptions, 'dialCode' | 'sms' | 'codeDigits'>;

/** What somebody typed as the server names it; a number without an area code gets the installation's. */
export const accountOf = (text: string, options: AccountOptions | undefined): string =>
  normalAccount(text, options?.dialCode) ?? text.trim();

export function accountError(
  text: string,
  options: AccountOptions | undefined,
): Partial<Record<'account', string>> {
  if (text.trim() === '') return { account: 'Enter your e-mail address or mobile number.' };
  return normalAccount(text, options?.dialCode) === undefined
    ? { account: 'Enter a valid e-mail address or mobile number.' }
    : {};
}

/** The same for an account that a code is sent to: a number needs a way for short messages. */
export function codeAccountError(
  text: string,
  options: AccountOptions | undefined,
): Partial<Record<'account', string>> {
  const error = accountError(text, options);
  if (error.account !== undefined) return error;
  const sms = options?.sms;
  return sms && !sms.enabled && isMobile(accountOf(text, options)) ? { account: sms.reason } : {};
}

/** Digits of the code that this account gets. */
export function codeDigits(account: string, options: AccountOptions | undefined): number | undefined {
  return options && (isMobile(account) ? options.codeDigits.sms : options.codeDigits.mail);
}
