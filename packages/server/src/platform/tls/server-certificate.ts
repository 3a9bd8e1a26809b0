import type { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { type Clock, DAY_MS, type Entropy } from '@northlight/runtime';
import type { Config } from '../config.ts';
import { StartupError } from '../startup-error.ts';
import { TLS_DIRECTORY } from './authority.ts';
import { checkDates, type KeyPair, readKeyPair } from './pem.ts';
import { storePair } from './store-pair.ts';

const LIFE_DAYS = 398;
/** Share of the lifetime that is left when the certificate is renewed. */
const RENEWAL_SHARE = 1 / 3;

/** Lists the names in the server certificate: loopback, the public host and the configured device names. */
export function listServerNames(config: Pick<Config, 'publicUrl' | 'deviceNames'>): string[] {
  const publicHost = config.publicUrl === undefined ? [] : [parseHost(config.publicUrl)];
  return [...new Set(['localhost', '127.0.0.1', '::1', ...publicHost, ...config.deviceNames])];
}

/** Returns the host that devices connect to: the first configured device name, or the public host, or 127.0.0.1. */
export const getDeviceHost = (config: Pick<Config, 'publicUrl' | 'deviceNames'>): string =>
  config.deviceNames[0] ?? (config.publicUrl === undefined ? '127.0.0.1' : parseHost(config.publicUrl));

function parseHost(url: string): string {
  if (!URL.canParse(url)) throw new StartupError(`NORTHLIGHT_PUBLIC_URL=${url} is not a URL.`);
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}

/** Loads the certificate of `NORTHLIGHT_TLS_CERT` and `_KEY` for browsers and devices; undefined when they are unset. */
export function loadConfiguredCertificate({ tls }: Pick<Config, 'tls'>, clock: Clock): KeyPair | undefined {
  if (!tls) return undefined;
  const names = { certificate: 'NORTHLIGHT_TLS_CERT', key: 'NORTHLIGHT_TLS_KEY' };
  const pair = readKeyPair(tls, names);
  checkDates(pair.certificate, clock.now(), names.certificate);
  return pair;
}

/**
 * Returns the generated certificate for devices; issues a new one when the stored certificate is unusable or
 * less than `RENEWAL_SHARE` of its lifetime is left.
 */
export async function createOwnCertificate(
  config: Pick<Config, 'dataDirectory' | 'publicUrl' | 'deviceNames'>,
  authority: KeyPair,
  clock: Clock,
  entropy: Entropy,
): Promise<KeyPair> {
  const directory = join(config.dataDirectory, TLS_DIRECTORY);
  const files = { certificate: join(directory, 'server.pem'), key: join(directory, 'server.key') };
  const names = listServerNames(config);
  const stored = existsSync(files.certificate) ? readStored(files) : undefined;
  if (stored && isUsable(stored.certificate, authority.certificate, names, clock.now())) return stored;
  const { createServerCertificate } = await import('./issue.ts');
  const notBefore = clock.now() - DAY_MS;
  const end = Math.min(notBefore + LIFE_DAYS * DAY_MS, authority.certificate.validToDate.getTime());
  const issued = await createServerCertificate(authority, names, { notBefore, notAfter: end }, entropy);
  // Stores the certificate of the authority together with the server's, because devices may trust only the
  // issuer of a configured authority.
  storePair(files, { ...issued, certificatePem: issued.certificatePem + authority.chainPem });
  return readKeyPair(files, files);
}

/** Reads the stored pair; undefined when it is inconsistent, so that a new one is issued. */
function readStored(files: { certificate: string; key: string }): KeyPair | undefined {
  try {
    return readKeyPair(files, files);
  } catch (error) {
    if (error instanceof StartupError) return undefined;
    throw error;
  }
}

function isUsable(
  certificate: X509Certificate,
  authority: X509Certificate,
  names: readonly string[],
  now: number,
): boolean {
  const [from, to] = [certificate.validFromDate.getTime(), certificate.validToDate.getTime()];
  const covers = (name: string): boolean =>
    (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined;
  return (
    certificate.verify(authority.publicKey) &&
    now >= from &&
    to - now > (to - from) * RENEWAL_SHARE &&
    names.every(covers) &&
    certificate.subjectAltName?.split(', ').length === names.length
  );
}
