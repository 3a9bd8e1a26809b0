/** Parsers of the codes on a device's label. This module needs no library, so that a sandboxed program starts fast. */
import { cleanText } from './clean-text.ts';

export const SERIAL_NUMBER_MIN = 16;
export const SERIAL_NUMBER_MAX = 32;
export const SERIAL_NUMBER = new RegExp(`^[0-9A-Z]{${SERIAL_NUMBER_MIN},${SERIAL_NUMBER_MAX}}$`);

/** Crockford's base32, without the ambiguous letters I, L, O and U. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const CLAIM_CODE_LENGTH = 10;
const CLAIM_CODE = new RegExp(`^[${CROCKFORD}]{${CLAIM_CODE_LENGTH}}$`);

/** Longest text that can be a code with its separators; matching the quotes of a longer one would take long. */
const ENTERED_MAX = 256;

/** Matches blanks and dashes between the groups of a code. */
const GROUP_SIGNS = /[\s\p{Pd}\u2212]+/gu;
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
const FULL_WIDTH_OFFSET = 0xfee0;
/** Matches the spelling `="0012"`, with which exports keep a spreadsheet program from reading a number. */
const TEXT_FORMULA = /^="([^"]*)"$/;
/** Matches quotes at the ends. A spreadsheet program marks a number as text by a leading apostrophe. */
const QUOTES = /^["'`´‘’“”„]+|["'`´‘’“”„]+$/g;

/** Returns the groups of a code in upper case, without the quotes and signs that programs and people add. */
function splitGroups(text: string): string[] {
  if (text.length > ENTERED_MAX) return [];
  const narrow = cleanText(text).replaceAll(FULL_WIDTH, (sign) =>
    String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET),
  );
  const [, inner = narrow] = TEXT_FORMULA.exec(narrow) ?? [];
  return inner.replaceAll(QUOTES, '').toUpperCase().split(GROUP_SIGNS);
}

/**
 * Returns the canonical form of an entered serial number; undefined if it is invalid. Groups are joined, unless
 * one of them is a serial number on its own: the others are then further cells of a line.
 */
export function parseSerialNumber(text: string): string | undefined {
  const groups = splitGroups(text);
  const code = groups.join('');
  if (groups.length > 1 && groups.some((group) => SERIAL_NUMBER.test(group) && group !== code))
    return undefined;
  return SERIAL_NUMBER.test(code) ? code : undefined;
}

/** Returns the canonical form of an entered claim code; undefined if it is invalid. */
export function parseClaimCode(text: string): string | undefined {
  const code = splitGroups(text).join('').replaceAll(/[IL]/g, '1').replaceAll('O', '0');
  return CLAIM_CODE.test(code) ? code : undefined;
}
