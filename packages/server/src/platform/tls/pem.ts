import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { PemFiles } from '../config.ts';
import { StartupError } from '../startup-error.ts';

/** A certificate with its private key and its chain as PEM, leaf first. */
export interface KeyPair {
  readonly certificate: X509Certificate;
  readonly chainPem: string;
  readonly key: KeyObject;
}

/** Names of the two files or settings in error messages. */
export interface PemNames {
  readonly certificate: string;
  readonly key: string;
}

/** Reads a certificate and its key. Throws a StartupError when one is unreadable or they do not match. */
export function readKeyPair(files: PemFiles, names: PemNames): KeyPair {
  const chainPem = readPem(files.certificate, names.certificate);
  const certificate = parseCertificate(
    () => new X509Certificate(chainPem),
    names.certificate,
    'a certificate in PEM',
  );
  const keyPem = readPem(files.key, names.key);
  const key = parseCertificate(
    () => createPrivateKey(keyPem),
    names.key,
    'a private key in PEM without a passphrase',
  );
  if (!certificate.checkPrivateKey(key))
    throw new StartupError(`${names.key} is not the key of the certificate in ${names.certificate}.`);
  return { certificate, chainPem, key };
}

/** Throws a StartupError unless the certificate is valid at `now` (ms). */
export function checkDates(certificate: X509Certificate, now: number, name: string): void {
  if (certificate.validToDate.getTime() <= now)
    throw new StartupError(`${name} expired at ${certificate.validToDate.toISOString()}.`);
  if (certificate.validFromDate.getTime() > now)
    throw new StartupError(`${name} is not valid before ${certificate.validFromDate.toISOString()}.`);
}

function readPem(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new StartupError(`${name}: ${file} cannot be read.`, { cause });
  }
}

function parseCertificate<T>(parse: () => T, name: string, expected: string): T {
  try {
    return parse();
  } catch (cause) {
    throw new StartupError(`${name} is not ${expected}.`, { cause });
  }
}
