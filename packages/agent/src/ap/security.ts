import type { ConfigSecurity, WifiCipher } from '@northlight/contract/device-protocol';
import { encodeInteger, encodeIp, EncodingRefused } from '../system/encode.ts';

/** Maximum lifetime of a group key: one year. */
const MAX_SECONDS = 31_536_000;
const RAW_KEY = /^[0-9a-f]{64}$/i;

const MODES = {
  'wpa-psk': { wpa: 1, keys: 'WPA-PSK' },
  'wpa2-psk': { wpa: 2, keys: 'WPA-PSK' },
  'wpa-wpa2-psk': { wpa: 3, keys: 'WPA-PSK' },
  'wpa3-sae': { wpa: 2, keys: 'SAE' },
  'wpa3-sae-wpa2-psk': { wpa: 2, keys: 'WPA-PSK SAE' },
  wpa: { wpa: 1, keys: 'WPA-EAP' },
  wpa2: { wpa: 2, keys: 'WPA-EAP' },
} as const satisfies Record<Exclude<ConfigSecurity['mode'], 'open'>, object>;

/**
 * Returns the security lines of the hostapd file. `at` is the path in the configuration, `name` the NAS
 * identifier for RADIUS servers.
 */
export function renderSecurity(security: ConfigSecurity, at: string, name: string): string[] {
  if (security.mode === 'open') return [];
  const { keys, wpa } = MODES[security.mode];
  const ciphers = formatCiphers(security, `${at}.ciphers`);
  const rekey = encodeInteger(security.keyUpdateSeconds, 0, MAX_SECONDS, `${at}.keyUpdateSeconds`);
  return [
    `wpa=${wpa}`,
    `wpa_key_mgmt=${keys}`,
    ...((wpa & 1) === 1 ? [`wpa_pairwise=${ciphers}`] : []),
    ...((wpa & 2) === 2 ? [`rsn_pairwise=${ciphers}`] : []),
    `wpa_group_rekey=${rekey}`,
    ...renderFrameProtection(security.mode),
    ...('key' in security
      ? [renderKeyLine(security, `${at}.key`)]
      : renderRadiusLines(security, `${at}.radius`, name)),
  ];
}

function formatCiphers({ ciphers, mode }: Exclude<ConfigSecurity, { mode: 'open' }>, at: string): string {
  const names: Readonly<Record<WifiCipher, string>> = { AES: 'CCMP', TKIP: 'TKIP' };
  const sae = mode === 'wpa3-sae' || mode === 'wpa3-sae-wpa2-psk';
  if (mode === 'wpa3-sae' && !ciphers.includes('AES'))
    throw new EncodingRefused(at, 'AES, which WPA3 requires');
  // Uses AES only for WPA3, which has no other ciphers.
  return sae ? names.AES : [...new Set(ciphers.map((cipher) => names[cipher]))].join(' ');
}

/**
 * Returns the lines of management frame protection. WPA3 requires it; in mixed mode it is required of clients
 * that use WPA3.
 */
function renderFrameProtection(mode: ConfigSecurity['mode']): string[] {
  if (mode === 'wpa3-sae') return ['ieee80211w=2', 'sae_pwe=2'];
  return mode === 'wpa3-sae-wpa2-psk' ? ['ieee80211w=1', 'sae_require_mfp=1', 'sae_pwe=2'] : [];
}

/** Printable characters need no escaping, because the key extends to the end of its line. */
function renderKeyLine({ key, mode }: Extract<ConfigSecurity, { key: string }>, at: string): string {
  if (RAW_KEY.test(key)) {
    if (mode === 'wpa3-sae' || mode === 'wpa3-sae-wpa2-psk')
      throw new EncodingRefused(at, 'a passphrase, which WPA3 requires');
    return `wpa_psk=${key.toLowerCase()}`;
  }
  if (!/^[\u0020-\u007E]{8,63}$/.test(key))
    throw new EncodingRefused(at, '8 to 63 printable characters, or 64 hexadecimal digits');
  return `wpa_passphrase=${key}`;
}

function renderRadiusLines(
  { radius }: Extract<ConfigSecurity, { radius: object }>,
  at: string,
  name: string,
): string[] {
  if (!/^[\u0020-\u007E]{1,128}$/.test(radius.secret))
    throw new EncodingRefused(`${at}.secret`, 'a secret of printable characters');
  if (!/^[A-Za-z0-9-]{1,48}$/.test(name)) throw new EncodingRefused('sn', 'a serial number');
  return [
    'ieee8021x=1',
    'eap_server=0',
    `nas_identifier=${name}`,
    `auth_server_addr=${encodeIp(radius.ip, `${at}.ip`)}`,
    `auth_server_port=${encodeInteger(radius.port, 1, 65_535, `${at}.port`)}`,
    `auth_server_shared_secret=${radius.secret}`,
  ];
}
