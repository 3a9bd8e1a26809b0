import { createHash, X509Certificate } from 'node:crypto';
import { parseMac } from '@northlight/contract/net';
import type { OpenWifiIdentity, TrustedAuthority } from './store.ts';
import { parseText } from './untrusted-values.ts';

const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2';
/** Prefix of the serial numbers of load generators: `SIM` in ASCII. */
const SIMULATOR_PREFIX = '53494d';

/** Prefix of the serial number of OpenWiFi devices, followed by the MAC. */
export const OPENWIFI_SERIAL_PREFIX = 'OWF1';

/** Subject of a device certificate whose signature is not verified yet. */
export interface CertificateSubject {
  /**
   * Serial number of twelve hexadecimal digits in lower case, which identifies the device in every message.
   */
  readonly serial: string;
  readonly isSimulator: boolean;
}

/**
 * Returns the device of a client certificate. Returns undefined unless the certificate is valid at `now`
 * (ms), is for client authentication or has no key usage, and has a MAC address of twelve hexadecimal digits
 * as its only common name.
 */
export function readCertificateSubject(
  certificate: X509Certificate,
  now: number,
): CertificateSubject | undefined {
  const serial = readCommonName(certificate).toLowerCase();
  if (!/^[0-9a-f]{12}$/.test(serial) || !isDeviceCertificate(certificate, now)) return undefined;
  return { serial, isSimulator: serial.startsWith(SIMULATOR_PREFIX) };
}

/** Returns the common name of a certificate that is refused only because its name is not a MAC address. */
export function readWrongName(certificate: X509Certificate, now: number): string | undefined {
  const name = readCommonName(certificate);
  if (!isDeviceCertificate(certificate, now) || /^[0-9a-f]{12}$/i.test(name)) return undefined;
  return parseText(name, 40) ?? '(no name)';
}

/** Returns the only common name of a certificate; empty if there are none or several. */
function readCommonName({ subject }: X509Certificate): string {
  const names = [...subject.matchAll(/^CN=(.*)$/gm)].map(([, name = '']) => name);
  // Removes the backslash with which node:crypto escapes leading and trailing spaces.
  const [only = ''] = names.map((name) => name.replaceAll(/\\(.)/g, '$1'));
  return names.length === 1 ? only.trim() : '';
}

function isDeviceCertificate(certificate: X509Certificate, now: number): boolean {
  const usage = certificate.keyUsage;
  return !certificate.ca && isValidAt(certificate, now) && (!usage || usage.includes(CLIENT_AUTHENTICATION));
}

/**
 * Identifies a device by the first valid authority that directly signed its certificate; undefined if there
 * is none.
 */
export function identifyDevice(
  certificate: X509Certificate,
  { serial }: CertificateSubject,
  authorities: readonly TrustedAuthority[],
  now: number,
): OpenWifiIdentity | undefined {
  const signer = findSigner(certificate, authorities, now);
  const mac = parseMac(serial);
  if (!signer || mac === undefined) return undefined;
  const { accountId, keyHash } = signer;
  return { accountId, keyHash, mac, sn: `${OPENWIFI_SERIAL_PREFIX}${serial.toUpperCase()}` };
}

/** Returns the first authority that is valid at `now` (ms) and directly signed the certificate. */
export const findSigner = (
  certificate: X509Certificate,
  authorities: readonly TrustedAuthority[],
  now: number,
): TrustedAuthority | undefined =>
  authorities.find((candidate) => {
    const authority = new X509Certificate(candidate.certificate);
    return (
      isValidAt(authority, now) &&
      certificate.checkIssued(authority) &&
      certificate.verify(authority.publicKey)
    );
  });

const isValidAt = ({ validFromDate, validToDate }: X509Certificate, now: number): boolean =>
  validFromDate.getTime() <= now && now < validToDate.getTime();

/**
 * Returns the SHA-256 of an authority's public key (SPKI) in hex, which is the same for all its certificates.
 */
export const hashAuthorityKey = (authority: X509Certificate): string =>
  createHash('sha256')
    .update(authority.publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex');
