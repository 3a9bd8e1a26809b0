import 'reflect-metadata';
import { generateKeyPairSync } from 'node:crypto';
import { BasicConstraintsExtension, PublicKey, X509CertificateGenerator } from '@peculiar/x509';
import { expect, test } from 'vitest';
import { DAY_MS } from '@northlight/runtime';
import { checkAuthority } from './check-authority.ts';

const NOW = Date.UTC(2026, 10, 21);

async function rsaAuthority(modulusLength: number, subject: string): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const certificate = await X509CertificateGenerator.create({
    serialNumber: '01',
    subject,
    issuer: subject,
    notBefore: new Date(NOW - DAY_MS),
    notAfter: new Date(NOW + DAY_MS),
    publicKey: new PublicKey(publicKey.export({ format: 'der', type: 'spki' })),
    signingKey: privateKey.toCryptoKey(algorithm, false, ['sign']),
    signingAlgorithm: algorithm,
    extensions: [new BasicConstraintsExtension(true, 0, true)],
  });
  return certificate.toString('pem');
}

test('checks the key strength and shows a subject without CN completely', async () => {
  expect(checkAuthority(await rsaAuthority(1024, 'CN=Weak'), NOW)).toMatch(/too weak/);
  expect(checkAuthority(await rsaAuthority(2048, 'CN=Strong, O=Harbour'), NOW)).toMatchObject({
    name: 'Strong',
  });
  expect(checkAuthority(await rsaAuthority(2048, 'O=Harbour, C=PT'), NOW)).toMatchObject({
    name: 'O=Harbour, C=PT',
  });
});
