import { ERRORS } from '@northlight/contract';
import type { DeviceAnswer } from '@northlight/contract/device-protocol';
import { type KeyedBucket, sha256Hex } from '@northlight/runtime';
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
  /** PEM. */
  readonly csr: string;
  /** What the connection was accepted with: the token itself, the fingerprint of a certificate. */
  readonly token: string | undefined;
  readonly certificate: string | undefined;
}

/** Issues a certificate to a device that proved who it is, and keeps which one it may connect with. */
export async function certify(request: CertificateRequest, by: CertifyServices): Promise<DeviceAnswer> {
  const { certificate, csr, deviceId, token } = request;
  if (!by.issuer) return refused(ERRORS.saveFailed.code, 'This cloud issues no certificates.');
  if (!by.certificateBudget.take(deviceId, by.now))
    return refused(ERRORS.repeated.code, 'Too many certificates were asked for. Try again in an hour.');
  const issued = await by.issuer.issue(deviceId, csr);
  if (!issued)
    return refused(
      ERRORS.invalidParameters.code,
      'The certificate request must be PKCS #10 in PEM, for a key on P-256, and signed by that key.',
    );
  const { fingerprint, ...answer } = issued;
  const proof = { certificate, ...(token !== undefined && { tokenHash: sha256Hex(token) }) };
  return (await by.store.offerCertificate(deviceId, proof, fingerprint))
    ? { kind: 'certificate', ...answer }
    : refused(ERRORS.signature.code, 'Only a connection with the present credential can ask for one.');
}

const refused = (code: number, message: string): DeviceAnswer => ({ kind: 'refused', code, message });
