import { hexToBytes } from '@northlight/contract';
import { call } from './call.ts';

const NONCE_BYTES = 12;

/** Opens what a reveal call answered: hex of nonce, ciphertext and tag, under the key of this session. */
export async function openSealed(ciphertext: string): Promise<string> {
  const { key } = await call('sessionKey', {});
  const bytes = hexToBytes(ciphertext);
  const secret = await crypto.subtle.importKey('raw', hexToBytes(key), 'AES-GCM', false, ['decrypt']);
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: bytes.subarray(0, NONCE_BYTES) },
    secret,
    bytes.subarray(NONCE_BYTES),
  );
  return new TextDecoder().decode(plain);
}
