import { ERRORS } from '@northlight/contract';
import type { DeviceAnswer } from '@northlight/contract/device-protocol';
import { type KeyedBucket, hashSha256Hex } from '@northlight/runtime';
import type { CertificateIssuer } from './certificates.ts';
import type { DeviceStore } from './store.ts';

export interface CertifyServices {
  readonly store: DeviceStore;
  readonly issuer: CertificateIssuer | undefined;
  readonly certificateBudget: KeyedBucket;
  readonly now: number;
}

export interface CertificateRequest {
  readonly deviceId: string;
  /** Certificate signing request (PKCS #10) in PEM. */
  readonly csr: string;
  /**
   * Credentials that authenticated the connection: the token itself, or the fingerprint of the certificate.
   */
  readonly token: string | undefined;
  readonly certificate: string | undefined;
}

/** Issues a certificate to an authenticated device and stores its fingerprint as the next valid one. */
export async function answerCertificateRequest(
  request: CertificateRequest,
  services: CertifyServices,
): Promise<DeviceAnswer> {
  const { certificate, csr, deviceId, token } = request;
  if (!services.issuer) return createRefusal(ERRORS.saveFailed.code, 'This cloud issues no certificates.');
  if (!services.certificateBudget.take(deviceId, services.now))
    return createRefusal(ERRORS.repeated.code, 'Too many certificate requests. Try again in 1 h.');
  const issued = await services.issuer.issue(deviceId, csr);
  if (!issued)
    return createRefusal(
      ERRORS.invalidParameters.code,
      'The certificate request must be PKCS #10 in PEM for a P-256 key, signed with that key.',
    );
  const { fingerprint, ...answer } = issued;
  const presented = { certificate, ...(token !== undefined && { tokenHash: hashSha256Hex(token) }) };
  return (await services.store.offerCertificate(deviceId, presented, fingerprint))
    ? { kind: 'certificate', ...answer }
    : createRefusal(
        ERRORS.signature.code,
        'Only a connection that uses the current credential can request a certificate.',
      );
}

const createRefusal = (code: number, message: string): DeviceAnswer => ({ kind: 'refused', code, message });
