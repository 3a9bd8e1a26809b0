import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

/** Reads all Ed25519 public keys from PEM text; throws for a key of another kind. */
export function parseFirmwareKeys(pem: string): KeyObject[] {
  const blocks = pem.match(/-----BEGIN PUBLIC KEY-----[\s\S]*?-----END PUBLIC KEY-----/g) ?? [];
  return blocks.map((block) => {
    const key = createPublicKey(block);
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('A firmware key must be an Ed25519 public key.');
    return key;
  });
}

/** Returns true when one of the keys has signed these bytes. */
export function isSignedByAny(
  signed: Uint8Array,
  signature: Uint8Array,
  keys: readonly KeyObject[],
): boolean {
  return keys.some((key) => verify(null, signed, key, signature));
}

/** Returns true when size and hash of the image match the manifest. */
export function isImageOf(
  manifest: { readonly sizeBytes: number; readonly sha256: string },
  image: Uint8Array,
): boolean {
  return (
    image.length === manifest.sizeBytes &&
    createHash('sha256').update(image).digest('hex') === manifest.sha256
  );
}
