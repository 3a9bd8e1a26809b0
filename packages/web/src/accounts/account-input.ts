import { isMobile, normalizeAccount } from '@northlight/contract';
import type { SignInOptions } from './use-sign-in-options.ts';

export type AccountOptions = Pick<SignInOptions, 'dialCode' | 'sms' | 'codeDigits'>;

/** Normalises an entered account; adds the installation's country code to a number without one. */
export const parseAccountInput = (text: string, options: AccountOptions | undefined): string =>
  normalizeAccount(text, options?.dialCode) ?? text.trim();

export function findAccountError(
  text: string,
  options: AccountOptions | undefined,
): Partial<Record<'account', string>> {
  if (text.trim() === '') return { account: 'Enter your e-mail address or mobile number.' };
  return normalizeAccount(text, options?.dialCode) === undefined
    ? { account: 'Enter a valid e-mail address or mobile number.' }
    : {};
}

/**
 * Returns the error of an account that a code is sent to. A mobile number is valid only when text messages
 * are enabled.
 */
export function findCodeAccountError(
  text: string,
  options: AccountOptions | undefined,
): Partial<Record<'account', string>> {
  const error = findAccountError(text, options);
  if (error.account !== undefined) return error;
  const sms = options?.sms;
  return sms && !sms.enabled && isMobile(parseAccountInput(text, options)) ? { account: sms.reason } : {};
}

/** Returns the number of digits of the code that is sent to this account. */
export function findCodeDigits(account: string, options: AccountOptions | undefined): number | undefined {
  return options && (isMobile(account) ? options.codeDigits.sms : options.codeDigits.mail);
}
