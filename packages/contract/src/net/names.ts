import { z } from 'zod';
import { ruled } from './ruled.ts';

/** Matches emoji, flags and their modifiers. ©, ® and ™ count as ordinary text. */
const EMOJI = /(?![©®™])\p{Extended_Pictographic}|[\p{Regional_Indicator}\u20E3\uFE0F]/u;
/** Matches control characters, lone surrogates and direction marks. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/u;

/** Returns the normal form for comparing names: composed (NFC) and case-folded. */
export function normalizeName(text: string): string {
  // Converts to lower case first: a capital sharp s has no other upper case, but its small form has.
  const folded = text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
  // Replaces the final sigma `ς`, because it is the same letter as `σ`.
  return folded.replaceAll('ς', 'σ');
}

/** Returns the length in code points, which can be less than the number of UTF-16 units. */
export const countCharacters = (text: string): number => Array.from(text).length;

export function countUtf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

const requireText = (what: string) => z.string({ error: `Enter ${what}.` }).min(1, `Enter ${what}.`);

/** Returns the rules of every name: no emoji, no invisible characters, no space at either end. */
function plainText(what: string) {
  return requireText(what)
    .refine((text) => text === text.trim(), 'The text begins or ends with a space. Delete the space.')
    .refine((text) => !EMOJI.test(text), 'The text contains emoji. Delete them.')
    .refine(
      (text) => !UNPRINTABLE.test(text),
      'The text contains invisible characters. Delete them or type the text again.',
    );
}

const upTo = (max: number) => `Enter at most ${max} characters.`;

/** Returns the rules of a name that people give to a thing: letters of any script, digits, symbols and single inner spaces. */
const givenName = (max: number) =>
  plainText('a name')
    .refine((text) => countCharacters(text) <= max, upTo(max))
    .refine((text) => !/[^\S ]| {2}/u.test(text), 'Use single spaces only.')
    .refine(
      (text) => /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u.test(text),
      'Use letters, digits, symbols and single spaces only.',
    );

export const DEVICE_NAME_MAX = 32;
export const deviceName = givenName(DEVICE_NAME_MAX);

/** Maximum length of the name that an account shows to others. */
export const NICKNAME_MAX = 32;
export const nicknameText = givenName(NICKNAME_MAX);

export const RULE_NAME_MAX = 16;
/** Name of a static route, a port mapping or a reserved address. */
export const ruleName = plainText('a name')
  .refine((text) => countCharacters(text) <= RULE_NAME_MAX, upTo(RULE_NAME_MAX))
  .refine((text) => !/\s/u.test(text), 'The name must not contain spaces.');

export const VLAN_NAME_MAX = 16;
export const RESERVED_VLAN_NAMES = ['br0', 'IPTV'] as const;
const reserved = new Set(RESERVED_VLAN_NAMES.map(normalizeName));

export const vlanName = plainText('a name')
  .max(VLAN_NAME_MAX, upTo(VLAN_NAME_MAX))
  .regex(/^[0-9A-Za-z _\-.,:()/]*$/, 'Use digits, letters, spaces and _ - . , : ( ) / only.')
  .refine(
    (text) => !reserved.has(normalizeName(text)),
    ruled('vlanReserved', `The name cannot be ${RESERVED_VLAN_NAMES.join(' or ')}.`),
  );

export const DHCP_POOL_NAME_MAX = 32;
export const dhcpPoolName = requireText('a name')
  .max(DHCP_POOL_NAME_MAX, upTo(DHCP_POOL_NAME_MAX))
  .regex(/^[0-9A-Za-z_]*$/, 'Use digits, letters and underscores only.');

export const POLICY_NAME_MAX = 32;
/** Name of a policy or a port, or a remark. */
export const policyName = givenName(POLICY_NAME_MAX);

export const CLIENT_NAME_MAX = 32;
/** Name that a user gives to a client. */
export const clientName = plainText('a name').refine(
  (text) => countCharacters(text) <= CLIENT_NAME_MAX,
  upTo(CLIENT_NAME_MAX),
);

export const PROJECT_NAME_MAX = 32;
export const projectName = givenName(PROJECT_NAME_MAX);

export const TITLE_MAX = 18;
/** Name of a custom scenario, or title of the data screen. */
export const shortTitle = plainText('a title').refine(
  (text) => countCharacters(text) <= TITLE_MAX,
  upTo(TITLE_MAX),
);

export const SSID_MAX_BYTES = 32;
export const ssid = plainText('the SSID').refine(
  (text) => countUtf8Bytes(text) <= SSID_MAX_BYTES,
  `The SSID must have at most ${SSID_MAX_BYTES} bytes. Letters outside ASCII take 2 to 4 bytes.`,
);
