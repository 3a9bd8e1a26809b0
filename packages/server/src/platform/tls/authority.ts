import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, DAY_MS, type Entropy } from '@northlight/runtime';
import type { Config } from '../config.ts';
import { StartupError } from '../startup-error.ts';
import { checkDates, type KeyPair, readKeyPair } from './pem.ts';
import { storePair } from './store-pair.ts';

const LIFE_DAYS = 20 * 365;
/** Accepted curves and the minimum RSA key size of an authority. */
const CURVES = new Set(['prime256v1', 'secp384r1']);
const RSA_BITS = 2048;
export const TLS_DIRECTORY = 'tls';

/**
 * Loads the device authority from the settings, or from the data directory, where the first start creates it.
 * Throws a StartupError for an invalid authority. An existing authority is never replaced, because devices
 * trust it.
 */
export async function loadAuthority(
  config: Pick<Config, 'authority' | 'dataDirectory'>,
  clock: Clock,
  entropy: Entropy,
): Promise<KeyPair> {
  if (config.authority) {
    const names = { certificate: 'NORTHLIGHT_CA_CERT', key: 'NORTHLIGHT_CA_KEY' };
    return checkPair(readKeyPair(config.authority, names), clock.now(), names.certificate);
  }
  const directory = join(config.dataDirectory, TLS_DIRECTORY);
  const files = { certificate: join(directory, 'authority.pem'), key: join(directory, 'authority.key') };
  if (!existsSync(files.certificate)) {
    const { createAuthority } = await import('./issue.ts');
    const validity = { notBefore: clock.now() - DAY_MS, notAfter: clock.now() + LIFE_DAYS * DAY_MS };
    storePair(files, await createAuthority('Northlight device authority', validity, entropy));
  }
  return checkPair(readKeyPair(files, files), clock.now(), files.certificate);
}

function checkPair(pair: KeyPair, now: number, name: string): KeyPair {
  checkDates(pair.certificate, now, name);
  if (!pair.certificate.ca) throw new StartupError(`${name} is not a certificate of an authority (CA:TRUE).`);
  const { asymmetricKeyDetails: details, asymmetricKeyType: type } = pair.key;
  const strong =
    type === 'ec'
      ? CURVES.has(details?.namedCurve ?? '')
      : type === 'rsa' && (details?.modulusLength ?? 0) >= RSA_BITS;
  if (!strong)
    throw new StartupError(`${name} must have a P-256 or P-384 key, or an RSA key of at least 2048 bits.`);
  return pair;
}
