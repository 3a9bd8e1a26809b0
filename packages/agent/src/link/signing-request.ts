import { generateKeyPairSync, sign } from 'node:crypto';

/** A private key, which never leaves the device, and a certificate signing request for it; both PEM. */
export interface KeyAndRequest {
  readonly key: string;
  readonly csr: string;
}

const INTEGER_0 = Buffer.of(0x02, 0x01, 0x00);
const COMMON_NAME = Buffer.of(0x06, 0x03, 0x55, 0x04, 0x03);
/** Object identifier 1.2.840.10045.4.3.2 in DER. */
const ECDSA_WITH_SHA256 = Buffer.of(0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02);
const SEQUENCE = 0x30;
const SET = 0x31;
const UTF8_STRING = 0x0c;
const BIT_STRING = 0x03;
const NO_ATTRIBUTES = Buffer.of(0xa0, 0x00);

/**
 * Creates a P-256 key and its PKCS #10 request (RFC 2986). The code builds the DER itself, because its shape
 * is fixed and the device software includes no library for it.
 */
export function createKeyAndRequest(commonName: string): KeyAndRequest {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = encodeDer(
    SET,
    encodeDer(SEQUENCE, COMMON_NAME, encodeDer(UTF8_STRING, Buffer.from(commonName, 'utf8'))),
  );
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  const info = encodeDer(SEQUENCE, INTEGER_0, encodeDer(SEQUENCE, name), spki, NO_ATTRIBUTES);
  const signature = encodeDer(BIT_STRING, Buffer.of(0), sign('sha256', info, privateKey));
  const request = encodeDer(SEQUENCE, info, encodeDer(SEQUENCE, ECDSA_WITH_SHA256), signature);
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    csr: encodePem('CERTIFICATE REQUEST', request),
  };
}

function encodeDer(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const header =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(header), content]);
}

function encodePem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
