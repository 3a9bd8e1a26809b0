import { createHash, type X509Certificate } from 'node:crypto';
import { DEVICE_ID_PATTERN } from '@northlight/contract/device-protocol';

const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2';
const ONLY_COMMON_NAME = /^CN=(\S+)$/;

/** What a client certificate proves: whose it is, and which one. */
export interface CertificateIdentity {
  readonly deviceId: string;
  /** SHA-256 of the certificate, hex. */
  readonly fingerprint: string;
}

/**
 * Reads a certificate whose key the handshake has proved. Undefined unless the authority itself signed it, for a client,
 * for a time that is now (ms), and for exactly one device. The plane's own clock decides, not the library's.
 */
export function readClientCertificate(
  certificate: X509Certificate,
  authority: X509Certificate,
  now: number,
): CertificateIdentity | undefined {
  const [, deviceId = ''] = ONLY_COMMON_NAME.exec(certificate.subject) ?? [];
  const trusted =
    certificate.checkIssued(authority) && certificate.verify(authority.publicKey) && !certificate.ca;
  const present = certificate.validFromDate.getTime() <= now && now < certificate.validToDate.getTime();
  const forClients = certificate.keyUsage?.includes(CLIENT_AUTHENTICATION) ?? false;
  if (!trusted || !present || !forClients || !DEVICE_ID_PATTERN.test(deviceId)) return undefined;
  return { deviceId, fingerprint: createHash('sha256').update(certificate.raw).digest('hex') };
}
