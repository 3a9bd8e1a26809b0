import { decodeHex } from '@northlight/contract';
import { call } from './call.ts';

const NONCE_BYTES = 12;

/** Decrypts the answer of a reveal call (hex of nonce, ciphertext and tag) with the key of this session. */
export async function decryptSecret(ciphertext: string): Promise<string> {
  const { key } = await call('sessionKey', {});
  const bytes = decodeHex(ciphertext);
  const secret = await crypto.subtle.importKey('raw', decodeHex(key), 'AES-GCM', false, ['decrypt']);
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: bytes.subarray(0, NONCE_BYTES) },
    secret,
    bytes.subarray(NONCE_BYTES),
  );
  return new TextDecoder().decode(plain);
}
