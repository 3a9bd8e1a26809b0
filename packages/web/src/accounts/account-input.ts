import { isMobile, normalizeAccount } from '@northlight/contract';
import type { SignInOptions } from './use-sign-in-options.ts';

export type AccountOptions = Pick<SignInOptions, 'dialCode' | 'sms' | 'codeDigits'>;

/** Normalises an entered account; a number without a country code gets the installation's. */
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
 * Validates an account that receives a code. A mobile number is valid only if the installation can send text
 * messages.
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

/** Number of digits of the code sent to this account. */
export function findCodeDigits(account: string, options: AccountOptions | undefined): number | undefined {
  return options && (isMobile(account) ? options.codeDigits.sms : options.codeDigits.mail);
}
