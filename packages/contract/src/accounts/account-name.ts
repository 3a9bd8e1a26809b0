import { z } from 'zod';

/** Country code for mobile numbers that are entered without a country code (specification §9). */
export const DEFAULT_DIAL_CODE = '86';
const ACCOUNT_MAX = 254;
/** E.164: up to fifteen digits without a leading zero. */
const E164 = /^\+[1-9]\d{6,14}$/;
/** Pattern of mobile numbers of the default country: eleven digits that begin with 1. */
const DEFAULT_AREA = new RegExp(`^\\+${DEFAULT_DIAL_CODE}`);
const DEFAULT_AREA_MOBILE = new RegExp(`^\\+${DEFAULT_DIAL_CODE}1\\d{10}$`);
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
const email = z.email();

export const isMobile = (account: string): boolean => account.startsWith('+');

/** Converts a mobile number in any common notation to E.164; undefined for other texts. */
function parseMobile(text: string, dialCode: string): string | undefined {
  const compact = text.replace(/[\s().-]/g, '').replace(/^00/, '+');
  if (!/^\+?\d+$/.test(compact)) return undefined;
  const number = compact.startsWith('+') ? compact : `+${dialCode}${compact.replace(/^0/, '')}`;
  if (!E164.test(number)) return undefined;
  return !DEFAULT_AREA.test(number) || DEFAULT_AREA_MOBILE.test(number) ? number : undefined;
}

/**
 * Normalises an account name: an e-mail address in lower case, or a mobile number in E.164. Letters outside ASCII are
 * refused before case folding, because some of them fold into ASCII (the Kelvin sign into k).
 */
export function normalizeAccount(text: string, dialCode = DEFAULT_DIAL_CODE): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > ACCOUNT_MAX) return undefined;
  if (!trimmed.includes('@')) return parseMobile(trimmed, dialCode);
  return VISIBLE_ASCII.test(trimmed) && email.safeParse(trimmed).success ? trimmed.toLowerCase() : undefined;
}

/** An e-mail address or a mobile number; a number without a country code gets the default country code. */
export const accountName = z
  .string({ error: 'Enter your e-mail address or mobile number.' })
  .transform((text, context) => {
    const account = normalizeAccount(text);
    if (account !== undefined) return account;
    context.addIssue({ code: 'custom', message: 'Enter a valid e-mail address or mobile number.' });
    return z.NEVER;
  });

/** An e-mail address; the parsed value is in lower case. */
export const emailAddress = accountName.refine(
  (account) => !isMobile(account),
  'Enter a valid e-mail address.',
);
