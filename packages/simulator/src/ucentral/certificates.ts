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

/** Creates an authority that signs device certificates. An account of the console must trust it. */
export async function createDeviceAuthority(name: string, clock: Clock, entropy: Entropy): Promise<PemPair> {
  const { privateKey, publicKey } = createKey();
  const certificate = await X509CertificateGenerator.create({
    serialNumber: createSerialNumber(entropy),
    subject: [{ CN: [name] }],
    issuer: [{ CN: [name] }],
    ...computeValidity(AUTHORITY_DAYS, clock),
    publicKey,
    ...signCertificate(privateKey),
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  return { cert: `${certificate.toString('pem')}\n`, key: toPem(privateKey) };
}

/** Creates a device certificate, whose common name is the serial number. */
export async function createDevicePair(
  authority: PemPair,
  serial: string,
  clock: Clock,
  entropy: Entropy,
): Promise<PemPair> {
  const { privateKey, publicKey } = createKey();
  const certificate = await X509CertificateGenerator.create({
    serialNumber: createSerialNumber(entropy),
    subject: [{ CN: [serial] }],
    issuer: new X509Certificate(authority.cert).subjectName.toJSON(),
    ...computeValidity(DEVICE_DAYS, clock),
    publicKey,
    ...signCertificate(createPrivateKey(authority.key)),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
    ],
  });
  return { cert: `${certificate.toString('pem')}\n`, key: toPem(privateKey) };
}

function createKey(): { privateKey: KeyObject; publicKey: PublicKey } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, publicKey: new PublicKey(publicKey.export({ format: 'der', type: 'spki' })) };
}

const signCertificate = (key: KeyObject) => ({
  // The cast is needed because browser types are loaded too: their keys have fewer usages than Node's.
  signingKey: key.toCryptoKey(ALGORITHM, false, ['sign']) as X509CertificateCreateWithKeyParams['signingKey'],
  signingAlgorithm: ALGORITHM,
});

const computeValidity = (days: number, clock: Clock) => ({
  notBefore: new Date(clock.now() - DAY_MS),
  notAfter: new Date(clock.now() + days * DAY_MS),
});

/** Returns a random serial number, positive and not zero. */
const createSerialNumber = (entropy: Entropy): string =>
  `4${Buffer.from(entropy.bytes(15)).toString('hex').slice(1)}`;

const toPem = (key: KeyObject): string => key.export({ format: 'pem', type: 'pkcs8' }).toString();
