import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { hashAuthorityKey } from '@northlight/device-plane';

/** Minimum length of an authority's RSA key (bits). */
const RSA_BITS = 2048;
const CURVES: ReadonlySet<string> = new Set(['prime256v1', 'secp384r1', 'secp521r1']);
const SUBJECT_MAX = 1_000;

export interface CheckedAuthority {
  readonly certificate: X509Certificate;
  readonly keyHash: string;
  readonly name: string;
}

/**
 * Parses and checks the certificate of an authority at a time (ms); returns the reason as text when it is not
 * acceptable. The authority must sign the devices' certificates directly.
 */
export function checkAuthority(pem: string, now: number): CheckedAuthority | string {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  if (/PRIVATE KEY-----/.test(pem))
    return 'The text contains a private key. Never share it; paste only the certificate.';
  if (blocks.length > 1)
    return 'The text contains several certificates. Paste only the certificate of the authority that signs the devices’ certificates.';
  const certificate = read(blocks[0] ?? '');
  if (!certificate) return 'The text is not a certificate in PEM format (-----BEGIN CERTIFICATE-----).';
  if (!certificate.ca) return 'This is not the certificate of an authority (CA:TRUE).';
  if (certificate.validToDate.getTime() <= now) return 'The certificate has expired. Use one that is valid.';
  if (certificate.validFromDate.getTime() > now) return 'The certificate is not valid yet.';
  if (!isStrong(certificate))
    return 'The key is too weak. Use RSA with at least 2048 bits, P-256, P-384, P-521 or Ed25519.';
  const { subject } = certificate;
  if (!subject || subject.length > SUBJECT_MAX) return 'The authority needs a name (subject).';
  const keyHash = hashAuthorityKey(certificate);
  if (listPublicKeys().has(keyHash))
    return 'This is a public authority, which signs for anyone. Use an authority of your own.';
  return { certificate, keyHash, name: /^CN=(.+)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ') };
}

function read(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

function isStrong({ publicKey }: X509Certificate): boolean {
  const { asymmetricKeyDetails: details, asymmetricKeyType: type } = publicKey;
  if (type === 'rsa') return (details?.modulusLength ?? 0) >= RSA_BITS;
  return type === 'ed25519' || (type === 'ec' && CURVES.has(details?.namedCurve ?? ''));
}

let roots: ReadonlySet<string> | undefined;

/**
 * Returns the keys of the public web authorities, which sign certificates for anyone. Parses them on the
 * first call.
 */
function listPublicKeys(): ReadonlySet<string> {
  roots ??= new Set(rootCertificates.map((pem) => hashAuthorityKey(new X509Certificate(pem))));
  return roots;
}
