/**
 * Issues X.509 certificates. Import it lazily: the library takes 0.1 s to load, and most starts find their certificates on
 * disk.
 */
import 'reflect-metadata';
import { createPublicKey, generateKeyPairSync, type KeyObject, type X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { Entropy } from '@northlight/runtime';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  type Extension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Pkcs10CertificateRequest,
  PublicKey,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate as LibraryCertificate,
  type X509CertificateCreateWithKeyParams,
  X509CertificateGenerator,
} from '@peculiar/x509';

export interface NewPair {
  readonly certificatePem: string;
  readonly keyPem: string;
}

export interface Signer {
  readonly certificate: X509Certificate;
  readonly key: KeyObject;
}

/** Validity period of a certificate (ms). */
export interface Validity {
  readonly notBefore: number;
  readonly notAfter: number;
}

const SERIAL_BYTES = 16;

/** Creates a self-signed P-256 authority that may sign leaf certificates only. */
export async function createAuthority(name: string, validity: Validity, entropy: Entropy): Promise<NewPair> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = await X509CertificateGenerator.create({
    serialNumber: createSerial(entropy),
    subject: [{ CN: [name] }],
    issuer: [{ CN: [name] }],
    ...toDates(validity),
    publicKey: toLibraryKey(publicKey),
    ...getSigningAlgorithm(privateKey),
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(toLibraryKey(publicKey)),
    ],
  });
  return { certificatePem: toPem(certificate), keyPem: toKeyPem(privateKey) };
}

/** Issues a server certificate for host names and addresses, with a new key. */
export async function createServerCertificate(
  signer: Signer,
  names: readonly string[],
  validity: Validity,
  entropy: Entropy,
): Promise<NewPair> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const alternatives = names.map((value) => ({
    type: isIP(value) ? ('ip' as const) : ('dns' as const),
    value,
  }));
  const certificatePem = await issueLeaf(signer, {
    commonName: 'Northlight',
    publicKey,
    validity,
    entropy,
    usage: ExtendedKeyUsage.serverAuth,
    extensions: [new SubjectAlternativeNameExtension(alternatives)],
  });
  return { certificatePem, keyPem: toKeyPem(privateKey) };
}

/**
 * Issues a client certificate for the key of a request and for `commonName`; ignores the name in the request. Resolves to
 * undefined when the request is unreadable, has an invalid signature or has a key other than P-256.
 */
export async function createClientCertificate(
  signer: Signer,
  request: { readonly csrPem: string; readonly commonName: string },
  validity: Validity,
  entropy: Entropy,
): Promise<string | undefined> {
  const publicKey = await readRequestedKey(request.csrPem);
  if (!publicKey) return undefined;
  const { commonName } = request;
  const usage = ExtendedKeyUsage.clientAuth;
  return issueLeaf(signer, { commonName, publicKey, validity, entropy, usage, extensions: [] });
}

interface Leaf {
  readonly commonName: string;
  readonly publicKey: KeyObject;
  readonly validity: Validity;
  readonly entropy: Entropy;
  readonly usage: ExtendedKeyUsage;
  readonly extensions: readonly Extension[];
}

async function issueLeaf(signer: Signer, options: Leaf): Promise<string> {
  const authority = new LibraryCertificate(signer.certificate.raw);
  const publicKey = toLibraryKey(options.publicKey);
  const certificate = await X509CertificateGenerator.create({
    serialNumber: createSerial(options.entropy),
    subject: [{ CN: [options.commonName] }],
    issuer: authority.subjectName.toJSON(),
    ...toDates(options.validity),
    publicKey,
    ...getSigningAlgorithm(signer.key),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([options.usage]),
      await SubjectKeyIdentifierExtension.create(publicKey),
      await AuthorityKeyIdentifierExtension.create(authority.publicKey),
      ...options.extensions,
    ],
  });
  return toPem(certificate);
}

async function readRequestedKey(csrPem: string): Promise<KeyObject | undefined> {
  try {
    const request = new Pkcs10CertificateRequest(csrPem);
    const key = createPublicKey({ key: Buffer.from(request.publicKey.rawData), format: 'der', type: 'spki' });
    const isP256 = key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
    return isP256 && (await request.verify()) ? key : undefined;
  } catch {
    return undefined;
  }
}

const toLibraryKey = (key: KeyObject): PublicKey =>
  new PublicKey(key.export({ format: 'der', type: 'spki' }));

const toDates = ({ notBefore, notAfter }: Validity) => ({
  notBefore: new Date(notBefore),
  notAfter: new Date(notAfter),
});

/** Returns the signing algorithm of a key: ECDSA on its curve, or RSA, both with SHA-256. */
function getSigningAlgorithm(key: KeyObject) {
  const curve = { prime256v1: 'P-256', secp384r1: 'P-384' }[key.asymmetricKeyDetails?.namedCurve ?? ''];
  const algorithm =
    curve === undefined
      ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
      : { name: 'ECDSA', namedCurve: curve, hash: 'SHA-256' };
  // The cast is needed because DOM types are loaded: their CryptoKey has fewer usages than Node's.
  const signingKey = key.toCryptoKey(algorithm, false, [
    'sign',
  ]) as X509CertificateCreateWithKeyParams['signingKey'];
  return { signingKey, signingAlgorithm: algorithm };
}

/** Returns a random serial number of 127 bits, which is positive and not zero. */
function createSerial(entropy: Entropy): string {
  const bytes = Buffer.from(entropy.bytes(SERIAL_BYTES));
  bytes.writeUInt8((bytes.readUInt8(0) & 0x3f) | 0x40, 0);
  return bytes.toString('hex');
}

const toPem = (certificate: LibraryCertificate): string => `${certificate.toString('pem')}\n`;
const toKeyPem = (key: KeyObject): string => key.export({ format: 'pem', type: 'pkcs8' }).toString();
