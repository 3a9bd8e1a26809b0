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
/** A new one is made when less than this share of its life is left. */
const SHARE_LEFT = 1 / 3;

/** The names that devices may call this server by: loopback, the public address, and those of the setting. */
export function serverNames(config: Pick<Config, 'publicUrl' | 'deviceNames'>): string[] {
  const publicHost = config.publicUrl === undefined ? [] : [hostOf(config.publicUrl)];
  return [...new Set(['localhost', '127.0.0.1', '::1', ...publicHost, ...config.deviceNames])];
}

/** The host that devices are told: the first of the setting, else the public one, else this machine. */
export const deviceHost = (config: Pick<Config, 'publicUrl' | 'deviceNames'>): string =>
  config.deviceNames[0] ?? (config.publicUrl === undefined ? '127.0.0.1' : hostOf(config.publicUrl));

function hostOf(url: string): string {
  if (!URL.canParse(url)) throw new StartupError(`NORTHLIGHT_PUBLIC_URL=${url} is not an address.`);
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}

/** What `NORTHLIGHT_TLS_CERT` and `_KEY` name, for browsers and devices alike; undefined when they are not set. */
export function givenCertificate({ tls }: Pick<Config, 'tls'>, clock: Clock): KeyPair | undefined {
  if (!tls) return undefined;
  const names = { certificate: 'NORTHLIGHT_TLS_CERT', key: 'NORTHLIGHT_TLS_KEY' };
  const pair = readKeyPair(tls, names);
  checkDates(pair.certificate, clock.now(), names.certificate);
  return pair;
}

/** The server's own certificate for devices: the kept one while it is good, else a new one signed by the authority. */
export async function ownCertificate(
  config: Pick<Config, 'dataDirectory' | 'publicUrl' | 'deviceNames'>,
  authority: KeyPair,
  clock: Clock,
  entropy: Entropy,
): Promise<KeyPair> {
  const directory = join(config.dataDirectory, TLS_DIRECTORY);
  const files = { certificate: join(directory, 'server.pem'), key: join(directory, 'server.key') };
  const names = serverNames(config);
  const kept = existsSync(files.certificate) ? readKept(files) : undefined;
  if (kept && isGood(kept.certificate, authority.certificate, names, clock.now())) return kept;
  const { makeServerCertificate } = await import('./issue.ts');
  const notBefore = clock.now() - DAY_MS;
  const end = Math.min(notBefore + LIFE_DAYS * DAY_MS, authority.certificate.validToDate.getTime());
  const made = await makeServerCertificate(authority, names, { notBefore, notAfter: end }, entropy);
  // The authority goes along: one that was given may itself be signed by what devices trust.
  storePair(files, { ...made, certificatePem: made.certificatePem + authority.chainPem });
  return readKeyPair(files, files);
}

/** A pair that a crash or a hand has torn apart is made anew like one that is old. */
function readKept(files: { certificate: string; key: string }): KeyPair | undefined {
  try {
    return readKeyPair(files, files);
  } catch (error) {
    if (error instanceof StartupError) return undefined;
    throw error;
  }
}

function isGood(
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
    to - now > (to - from) * SHARE_LEFT &&
    names.every(covers) &&
    certificate.subjectAltName?.split(', ').length === names.length
  );
}
