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

/** Returns the reason why no client has a MAC address (IEEE 802: group addresses, and the unset one); undefined for another. */
export function findClientMacProblem(mac: string): string | undefined {
  if (mac === 'ff:ff:ff:ff:ff:ff') return 'This is the address of all devices, not of a client.';
  if (mac === '00:00:00:00:00:00') return 'This is an unset address, not that of a client.';
  return Number.parseInt(mac.slice(0, 2), 16) % 2 === 1
    ? 'This is the address of a group of devices, not of a client.'
    : undefined;
}

/** MAC address in any common notation; the parsed value is lower case with colons. */
export const macAddress = z
  .string({ error: 'Enter a MAC address.' })
  .overwrite((text) => parseMac(text) ?? text)
  .refine((text) => parseMac(text) !== undefined, 'Enter a MAC address such as 00:1a:2b:3c:4d:5e.');

/** MAC address of one client. */
export const clientMac = macAddress.check((context) => {
  const mac = parseMac(context.value);
  const problem = mac === undefined ? undefined : findClientMacProblem(mac);
  if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value });
});
