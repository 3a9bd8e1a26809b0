import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

/** Reads Ed25519 public keys from PEM text that may hold several; throws when one is of another kind. */
export function firmwareKeys(pem: string): KeyObject[] {
  const blocks = pem.match(/-----BEGIN PUBLIC KEY-----[\s\S]*?-----END PUBLIC KEY-----/g) ?? [];
  return blocks.map((block) => {
    const key = createPublicKey(block);
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('A firmware key must be an Ed25519 public key.');
    return key;
  });
}

/** Whether one of the keys made the signature over exactly these bytes. */
export function isSignedByOne(
  signed: Uint8Array,
  signature: Uint8Array,
  keys: readonly KeyObject[],
): boolean {
  return keys.some((key) => verify(null, signed, key, signature));
}

/** Whether the image is the one that the manifest speaks of. */
export function isImageOf(
  manifest: { readonly sizeBytes: number; readonly sha256: string },
  image: Uint8Array,
): boolean {
  return (
    image.length === manifest.sizeBytes &&
    createHash('sha256').update(image).digest('hex') === manifest.sha256
  );
}
