/** Certificates of simulated OpenWiFi devices, under an authority of their own. */
import 'reflect-metadata';
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PublicKey,
  X509Certificate,
  type X509CertificateCreateWithKeyParams,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { type Clock, DAY_MS, type Entropy } from '@northlight/runtime';

const AUTHORITY_DAYS = 3650;
const DEVICE_DAYS = 365;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A certificate and its key, PEM. */
export interface PemPair {
  readonly cert: string;
  readonly key: string;
}

/** An authority that signs devices' certificates: what an account of the console is to trust. */
export async function makeDeviceAuthority(name: string, clock: Clock, entropy: Entropy): Promise<PemPair> {
  const { privateKey, publicKey } = newKey();
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serialNumber(entropy),
    subject: [{ CN: [name] }],
    issuer: [{ CN: [name] }],
    ...validFor(AUTHORITY_DAYS, clock),
    publicKey,
    ...signedBy(privateKey),
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  return { cert: `${certificate.toString('pem')}\n`, key: pemOf(privateKey) };
}

/** The certificate of one device, whose common name is its serial number. */
export async function makeDevicePair(
  authority: PemPair,
  serial: string,
  clock: Clock,
  entropy: Entropy,
): Promise<PemPair> {
  const { privateKey, publicKey } = newKey();
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serialNumber(entropy),
    subject: [{ CN: [serial] }],
    issuer: new X509Certificate(authority.cert).subjectName.toJSON(),
    ...validFor(DEVICE_DAYS, clock),
    publicKey,
    ...signedBy(createPrivateKey(authority.key)),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
    ],
  });
  return { cert: `${certificate.toString('pem')}\n`, key: pemOf(privateKey) };
}

function newKey(): { privateKey: KeyObject; publicKey: PublicKey } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, publicKey: new PublicKey(publicKey.export({ format: 'der', type: 'spki' })) };
}

const signedBy = (key: KeyObject) => ({
  // Where a browser's types are loaded too, the library means theirs, which know fewer usages than Node's.
  signingKey: key.toCryptoKey(ALGORITHM, false, ['sign']) as X509CertificateCreateWithKeyParams['signingKey'],
  signingAlgorithm: ALGORITHM,
});

const validFor = (days: number, clock: Clock) => ({
  notBefore: new Date(clock.now() - DAY_MS),
  notAfter: new Date(clock.now() + days * DAY_MS),
});

/** Positive, and not zero. */
const serialNumber = (entropy: Entropy): string =>
  `4${Buffer.from(entropy.bytes(15)).toString('hex').slice(1)}`;

const pemOf = (key: KeyObject): string => key.export({ format: 'pem', type: 'pkcs8' }).toString();
