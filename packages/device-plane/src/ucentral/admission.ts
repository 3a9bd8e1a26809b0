import { createHash, X509Certificate } from 'node:crypto';
import { parseMac } from '@northlight/contract/net';
import type { OpenWifiIdentity, TrustedAuthority } from './store.ts';

const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2';
/** Serial numbers that begin with `SIM` in ASCII belong to load generators. */
const SIMULATOR_PREFIX = '53494d';

/** What precedes the MAC in the serial number of a device that came with nothing but its certificate. */
export const OPENWIFI_SERIAL_PREFIX = 'OWF1';

/** A device as its certificate names it, before anybody has looked who signed that. */
export interface CertificateSubject {
  /** Twelve hexadecimal digits, lower case: how it calls itself in every message. */
  readonly serial: string;
  readonly isSimulator: boolean;
}

/**
 * The device that a client certificate is for. Undefined unless it is valid now (ms), for a client or for no stated
 * purpose, and its one common name is a MAC address in twelve hexadecimal digits.
 */
export function readCertificateSubject(
  certificate: X509Certificate,
  now: number,
): CertificateSubject | undefined {
  const names = [...certificate.subject.matchAll(/^CN=(.*)$/gm)].map(([, name = '']) => name);
  // Spaces at either end are written with a backslash.
  const [only = ''] = names.map((name) => name.replaceAll(/\\(.)/g, '$1'));
  const serial = names.length === 1 ? only.trim().toLowerCase() : '';
  const usage = certificate.keyUsage;
  if (!/^[0-9a-f]{12}$/.test(serial) || certificate.ca || !isValidAt(certificate, now)) return undefined;
  if (usage && !usage.includes(CLIENT_AUTHENTICATION)) return undefined;
  return { serial, isSimulator: serial.startsWith(SIMULATOR_PREFIX) };
}

/** Who the device is, by the first of these authorities that itself signed its certificate and is valid now. */
export function identifyDevice(
  certificate: X509Certificate,
  { serial }: CertificateSubject,
  authorities: readonly TrustedAuthority[],
  now: number,
): OpenWifiIdentity | undefined {
  const signer = authorities.find((one) => {
    const authority = new X509Certificate(one.certificate);
    return (
      isValidAt(authority, now) &&
      certificate.checkIssued(authority) &&
      certificate.verify(authority.publicKey)
    );
  });
  const mac = parseMac(serial);
  if (!signer || mac === undefined) return undefined;
  const { accountId, keyHash } = signer;
  return { accountId, keyHash, mac, sn: `${OPENWIFI_SERIAL_PREFIX}${serial.toUpperCase()}` };
}

const isValidAt = ({ validFromDate, validToDate }: X509Certificate, now: number): boolean =>
  validFromDate.getTime() <= now && now < validToDate.getTime();

/** By which an authority is known whatever certificate it is in: SHA-256 of its public key (SPKI), hex. */
export const authorityKeyHash = (authority: X509Certificate): string =>
  createHash('sha256')
    .update(authority.publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex');
