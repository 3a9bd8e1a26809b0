import { createHash, type X509Certificate } from 'node:crypto';
import { DEVICE_ID_PATTERN } from '@northlight/contract/device-protocol';

const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2';
const ONLY_COMMON_NAME = /^CN=(\S+)$/;

/** The device of a client certificate, and the certificate's fingerprint. */
export interface CertificateIdentity {
  readonly deviceId: string;
  /** SHA-256 of the certificate, hex. */
  readonly fingerprint: string;
}

/**
 * Reads a certificate whose key the TLS handshake has proved. Returns undefined unless the authority itself
 * signed it, for client authentication and exactly one device, and it is valid at `now` (ms). Uses the
 * plane's clock for the validity, because the library would use the machine's.
 */
export function readClientCertificate(
  certificate: X509Certificate,
  authority: X509Certificate,
  now: number,
): CertificateIdentity | undefined {
  const [, deviceId = ''] = ONLY_COMMON_NAME.exec(certificate.subject) ?? [];
  const trusted =
    certificate.checkIssued(authority) && certificate.verify(authority.publicKey) && !certificate.ca;
  const isValidNow = certificate.validFromDate.getTime() <= now && now < certificate.validToDate.getTime();
  const forClients = certificate.keyUsage?.includes(CLIENT_AUTHENTICATION) ?? false;
  if (!trusted || !isValidNow || !forClients || !DEVICE_ID_PATTERN.test(deviceId)) return undefined;
  return { deviceId, fingerprint: createHash('sha256').update(certificate.raw).digest('hex') };
}
