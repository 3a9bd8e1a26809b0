import { cleanText } from './clean-text.ts';

const MAC_DIGITS = 12;
/** Widths of the groups of a MAC address in its notations: 00:1a:2b:3c:4d:5e, 001a.2b3c.4d5e and 001a2b-3c4d5e. */
const GROUP_WIDTHS = [2, 4, 6];
/** Fewer digits than this without a separator are found in nearly every address. */
const BARE_MIN = 3;
const MAC_SIGNS = /[:.\- ]/g;

/**
 * Returns the bare digits, in lower case, of a text that can be a MAC address or a part of one, in any notation; undefined
 * for other text. Separators are of one kind, with groups of 2, 4 or 6 digits between them.
 */
export function parseMacPart(text: string): string | undefined {
  const clean = cleanText(text).toLowerCase();
  const digits = clean.replaceAll(MAC_SIGNS, '');
  if (!/^[0-9a-f]+$/.test(digits) || digits.length > MAC_DIGITS) return undefined;
  const [separator, ...others] = new Set(clean.match(MAC_SIGNS));
  if (separator === undefined) return digits.length < BARE_MIN ? undefined : digits;
  if (others.length > 0) return undefined;
  const groups = clean.split(separator);
  // IP addresses and versions have dots too: they are not parts of a MAC address unless three pairs, or a group of four,
  // make it likely.
  const widths = separator === '.' && groups.length < 3 ? [4] : GROUP_WIDTHS;
  return widths.some((width) => hasWidth(groups, width)) ? digits : undefined;
}

/** Returns whether the groups, of which the first and the last can be cut, have a width. */
const hasWidth = (groups: readonly string[], width: number): boolean =>
  groups.some(({ length }) => length === width) &&
  groups.every(({ length }, at) =>
    at === 0 || at === groups.length - 1 ? length <= width : length === width,
  );

/** Removes the separators of MAC addresses from a text in which bare digits are searched. */
const removeMacSigns = (text: string): string => text.replaceAll(MAC_SIGNS, '');

/**
 * Returns the test whether one of several texts contains a search text, in any case. A search text that can be a part of a
 * MAC address also finds it in another notation. An empty search text finds everything.
 */
export function createTextSearch(search: string): (...texts: readonly (string | undefined)[]) => boolean {
  const wanted = cleanText(search).toLowerCase();
  const digits = parseMacPart(wanted);
  return (...texts) =>
    wanted === '' ||
    texts.some((text) => {
      const lower = text?.toLowerCase() ?? '';
      return lower.includes(wanted) || (digits !== undefined && listMacDigits(lower).includes(digits));
    });
}

/** Returns the digits of the MAC addresses in a text in lower case, separated by blanks. */
const listMacDigits = (text: string): string =>
  (text.match(/\b[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}\b/g) ?? []).map(removeMacSigns).join(' ');
