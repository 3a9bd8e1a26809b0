import { createHash, X509Certificate } from 'node:crypto';
import { parseMac } from '@northlight/contract/net';
import type { OpenWifiIdentity, TrustedAuthority } from './store.ts';
import { parseText } from './untrusted-values.ts';

const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2';
/** Serial numbers that begin with `SIM` in ASCII belong to load generators. */
const SIMULATOR_PREFIX = '53494d';

/** Prefix of the serial number of OpenWiFi devices, followed by the MAC. */
export const OPENWIFI_SERIAL_PREFIX = 'OWF1';

/** The subject of a device certificate whose signature is not verified yet. */
export interface CertificateSubject {
  /** Twelve hexadecimal digits in lower case; the device's id in every message. */
  readonly serial: string;
  readonly isSimulator: boolean;
}

/**
 * Returns the device of a client certificate. Undefined unless it is valid at `now` (ms), is for client authentication or
 * has no key usage, and its only common name is a MAC address of twelve hexadecimal digits.
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
  // node:crypto escapes leading and trailing spaces with a backslash.
  const [only = ''] = names.map((name) => name.replaceAll(/\\(.)/g, '$1'));
  return names.length === 1 ? only.trim() : '';
}

function isDeviceCertificate(certificate: X509Certificate, now: number): boolean {
  const usage = certificate.keyUsage;
  return !certificate.ca && isValidAt(certificate, now) && (!usage || usage.includes(CLIENT_AUTHENTICATION));
}

/** Identifies a device by the first valid authority that itself signed its certificate; undefined if there is none. */
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

/** Returns the first authority that is valid at `now` (ms) and itself signed the certificate. */
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

/** Identifies an authority across its certificates: SHA-256 of its public key (SPKI), hex. */
export const hashAuthorityKey = (authority: X509Certificate): string =>
  createHash('sha256')
    .update(authority.publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex');
