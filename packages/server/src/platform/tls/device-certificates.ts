import { createHash, X509Certificate } from 'node:crypto';
import type { CertificateIssuer } from '@northlight/device-plane';
import type { Clock, Entropy } from '@northlight/runtime';
import type { KeyPair } from './pem.ts';

const LIFE_MS = 90 * 86_400_000;
/** Servers' clocks differ a little. */
const BACKDATED_MS = 5 * 60_000;

/** Signs devices' certificate requests with the authority: CN is the device's id, 90 days, for clients only. */
export function deviceCertificates(authority: KeyPair, clock: Clock, entropy: Entropy): CertificateIssuer {
  return {
    issue: async (deviceId, csrPem) => {
      const { makeClientCertificate } = await import('./issue.ts');
      const now = clock.now();
      const end = Math.min(now + LIFE_MS, authority.certificate.validToDate.getTime());
      const validity = { notBefore: now - BACKDATED_MS, notAfter: end };
      const request = { csrPem, commonName: deviceId };
      const certificate = await makeClientCertificate(authority, request, validity, entropy);
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
