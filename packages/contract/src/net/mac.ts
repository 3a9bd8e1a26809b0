import { z } from 'zod';

const FORMS = [
  /^[0-9a-f]{12}$/,
  /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/,
  /^[0-9a-f]{2}(-[0-9a-f]{2}){5}$/,
  /^[0-9a-f]{4}(\.[0-9a-f]{4}){2}$/,
];

/** Normalises a MAC address in any common notation to `aa:bb:cc:dd:ee:ff`; undefined for other text. */
export function parseMac(text: string): string | undefined {
  const lower = text.trim().toLowerCase();
  if (!FORMS.some((form) => form.test(lower))) return undefined;
  return lower
    .replaceAll(/[^0-9a-f]/g, '')
    .match(/../g)
    ?.join(':');
}

/** MAC address in any common notation; the parsed value is lower case with colons. */
export const macAddress = z
  .string({ error: 'Enter a MAC address.' })
  .overwrite((text) => parseMac(text) ?? text)
  .refine((text) => parseMac(text) !== undefined, 'Enter a MAC address such as 00:1a:2b:3c:4d:5e.');
