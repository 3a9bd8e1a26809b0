import { z } from 'zod';

/** Matches line breaks and tabs, which become one space. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu;
/** Matches further control characters, lone surrogates, byte order marks, and marks that change the direction of writing. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Returns a text that a third party chose in printable characters, of which it keeps at most `max`. */
export function cleanForeignText(text: string, max: number): string {
  const printable = text.replaceAll(BREAKS, ' ').replaceAll(UNPRINTABLE, '');
  return printable.length <= max ? printable : Array.from(printable).slice(0, max).join('');
}

const isPrintable = (text: string): boolean => cleanForeignText(text, text.length) === text;

/**
 * Returns the schema of a text in reports of devices that a third party may have chosen: a name, an SSID, a sentence. A text
 * that does not match can be cleaned with `cleanForeignText`.
 */
export const foreignText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => isPrintable(text), 'The text has unprintable characters.');

/** Title of the schema of a key. */
export const KEY_TITLE = 'key';
export const KEY_INVALID = 'The key is too long or has unprintable characters.';

/** Returns the schema of a text in reports of devices that identifies something. A shortened one would be another key. */
export const foreignKey = (max: number) =>
  z
    .string()
    .max(max, KEY_INVALID)
    .refine((text) => isPrintable(text), KEY_INVALID)
    .meta({ title: KEY_TITLE });
