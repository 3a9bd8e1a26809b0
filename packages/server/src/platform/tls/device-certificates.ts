import { createHash, X509Certificate } from 'node:crypto';
import type { CertificateIssuer } from '@northlight/device-plane';
import type { Clock, Entropy } from '@northlight/runtime';
import type { KeyPair } from './pem.ts';

const LIFE_MS = 90 * 86_400_000;
/** Time by which the validity begins before the issue, because the clocks of servers differ. */
const BACKDATED_MS = 5 * 60_000;

/**
 * Signs certificate requests of devices. The CN is the device id, and the certificate is valid for 90 days
 * for client authentication only.
 */
export function createDeviceCertificates(
  authority: KeyPair,
  clock: Clock,
  entropy: Entropy,
): CertificateIssuer {
  return {
    issue: async (deviceId, csrPem) => {
      const { createClientCertificate } = await import('./issue.ts');
      const now = clock.now();
      const end = Math.min(now + LIFE_MS, authority.certificate.validToDate.getTime());
      const validity = { notBefore: now - BACKDATED_MS, notAfter: end };
      const request = { csrPem, commonName: deviceId };
      const certificate = await createClientCertificate(authority, request, validity, entropy);
      if (certificate === undefined) return undefined;
      const { raw, validToDate } = new X509Certificate(certificate);
      return {
        certificate,
        authority: authority.chainPem,
        notAfter: validToDate.getTime(),
        fingerprint: createHash('sha256').update(raw).digest('hex'),
      };
    },
  };
}
