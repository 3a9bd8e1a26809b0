import { z } from 'zod';
import { type SecurityMode, type WifiCipher, wifiCipher } from '../../device-protocol/config-wireless.ts';
import { secret } from '../../kit/secret.ts';
import { hostAddress, portNumber, secretId } from '../../net/index.ts';

/** Security modes that a policy can use; `other` occurs only in reports of devices. */
export const PSK_MODES = ['wpa-psk', 'wpa2-psk', 'wpa-wpa2-psk', 'wpa3-sae', 'wpa3-sae-wpa2-psk'] as const;
export const RADIUS_MODES = ['wpa', 'wpa2'] as const;
export type PskMode = (typeof PSK_MODES)[number];
export type PolicyMode = 'open' | PskMode | (typeof RADIUS_MODES)[number];

export const SECURITY_MODE_LABELS: Readonly<Record<SecurityMode, string>> = {
  open: 'None',
  'wpa-psk': 'WPA-PSK',
  'wpa2-psk': 'WPA2-PSK',
  'wpa3-sae': 'WPA3-SAE',
  'wpa3-sae-wpa2-psk': 'WPA2/WPA3-PSK',
  other: 'Other',
  'wpa-wpa2-psk': 'Mixed WPA/WPA2-PSK',
  wpa: 'WPA (RADIUS)',
  wpa2: 'WPA2 (RADIUS)',
};

export const OTHER_MODE_REASON = 'This mode cannot be configured. Choose another one.';

/** Ciphers that a policy can select; each mode allows some of them (specification §3). */
export type CipherChoice = 'AES' | 'TKIP' | 'TKIP+AES';
const EITHER: readonly CipherChoice[] = ['AES', 'TKIP'];
const ANY: readonly CipherChoice[] = ['AES', 'TKIP', 'TKIP+AES'];
const MODERN: readonly CipherChoice[] = ['AES'];
export const CIPHERS_BY_MODE: Readonly<Record<PolicyMode, readonly CipherChoice[]>> = {
  open: [],
  'wpa-psk': EITHER,
  'wpa2-psk': ANY,
  'wpa-wpa2-psk': ANY,
  'wpa3-sae': MODERN,
  'wpa3-sae-wpa2-psk': MODERN,
  wpa: ANY,
  wpa2: ANY,
};

export const getCipherChoice = (ciphers: readonly WifiCipher[]): CipherChoice =>
  ciphers.includes('TKIP') ? (ciphers.includes('AES') ? 'TKIP+AES' : 'TKIP') : 'AES';

export const getCiphers = (choice: CipherChoice): WifiCipher[] =>
  choice === 'TKIP+AES' ? ['TKIP', 'AES'] : [choice];

/** Returns the reason why a mode does not allow these ciphers; undefined if it does. */
export function findCipherProblem(mode: PolicyMode, choice: CipherChoice): string | undefined {
  if (mode === 'open' || CIPHERS_BY_MODE[mode].includes(choice)) return undefined;
  const offered = CIPHERS_BY_MODE[mode].join(' or ');
  return `${SECURITY_MODE_LABELS[mode]} works with ${offered} only, not with ${choice}.`;
}

export const isSae = (mode: PolicyMode): boolean => mode === 'wpa3-sae' || mode === 'wpa3-sae-wpa2-psk';

const RAW_KEY = /^[0-9a-f]{64}$/i;
/** Returns true for 64 hex digits, which are a raw key; any other text is a passphrase. */
export const isRawKey = (key: string): boolean => RAW_KEY.test(key);

export const WIFI_KEY_MIN = 8;
export const WIFI_KEY_MAX = 63;
export const WIFI_KEY_RULE = `The password has ${WIFI_KEY_MIN} to ${WIFI_KEY_MAX} letters, digits and keyboard symbols, or 64 hex digits.`;
/** Passphrase or raw key; a value that is too long for a passphrase must be a raw key. */
export const wifiKey = secret(
  z.string().refine((text) => isRawKey(text) || /^[\x20-\x7e]{8,63}$/.test(text), WIFI_KEY_RULE),
);

const radiusSecret = secret(
  z
    .string()
    .regex(
      /^[\x21-\x7e]{1,64}$/,
      'The RADIUS password has 1 to 64 letters, digits and symbols without spaces.',
    ),
);

export const GROUP_KEY_ROTATION_MIN_SECONDS = 60;
export const GROUP_KEY_ROTATION_MAX_SECONDS = 99_999;
const keyUpdateRule = `Enter ${GROUP_KEY_ROTATION_MIN_SECONDS} to ${GROUP_KEY_ROTATION_MAX_SECONDS} s, or 0 for never.`;
export const keyUpdateSeconds = z
  .number({ error: keyUpdateRule })
  .int(keyUpdateRule)
  .refine(
    (value) =>
      value === 0 || (value >= GROUP_KEY_ROTATION_MIN_SECONDS && value <= GROUP_KEY_ROTATION_MAX_SECONDS),
    keyUpdateRule,
  );

const ciphers = z
  .array(wifiCipher)
  .min(1, 'Choose an encryption algorithm.')
  .max(2)
  .refine((list) => new Set(list).size === list.length, 'An algorithm is listed twice.');

/**
 * Authentication of clients. A secret (`key`, `radius.secret`) is only sent to the server, which stores it
 * and returns its id. A policy without a secret and an id has no secret yet.
 */
export const wifiSecurity = z.discriminatedUnion(
  'mode',
  [
    z.object({ mode: z.literal('open') }),
    z.object({
      mode: z.enum(PSK_MODES),
      ciphers,
      key: wifiKey.optional(),
      keyId: secretId.optional(),
      /** True if the stored key is a raw key, which SAE does not accept. */
      rawKey: z.boolean().optional(),
      keyUpdateSeconds,
    }),
    z.object({
      mode: z.enum(RADIUS_MODES),
      ciphers,
      radius: z.object({
        ip: hostAddress,
        port: portNumber,
        secret: radiusSecret.optional(),
        secretId: secretId.optional(),
      }),
      keyUpdateSeconds,
    }),
  ],
  { error: 'Choose a security mode.' },
);
export type WifiSecurity = z.infer<typeof wifiSecurity>;

/** Returns whether the key, entered or stored, is a raw key. */
export const hasRawKey = (security: WifiSecurity): boolean =>
  'ciphers' in security &&
  !('radius' in security) &&
  (security.key === undefined ? security.rawKey === true : isRawKey(security.key));
