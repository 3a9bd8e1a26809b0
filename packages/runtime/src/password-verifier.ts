import { scrypt, timingSafeEqual } from 'node:crypto';
import type { Entropy } from './entropy.ts';

const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** OWASP's minimum for scrypt: about 16 MB and 50 ms on a small device. */
const COST = { N: 16_384, r: 8, p: 1 } as const;

/** Salt and scrypt hash of a password, both in hex. */
export interface PasswordVerifier {
  readonly salt: string;
  readonly hash: string;
}

const deriveHash = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(password, salt, HASH_BYTES, COST, (error, hash) => (error ? reject(error) : resolve(hash))),
  );

/** Creates a verifier with a random salt (scrypt, N 16384, r 8, p 1, 32 bytes), the format of a device's `localPassword`. */
export async function createPasswordVerifier(password: string, entropy: Entropy): Promise<PasswordVerifier> {
  const salt = Buffer.from(entropy.bytes(SALT_BYTES));
  return { salt: salt.toString('hex'), hash: (await deriveHash(password, salt)).toString('hex') };
}

/** Returns true when the password matches the verifier; takes constant time. */
export async function isPassword(password: string, { hash, salt }: PasswordVerifier): Promise<boolean> {
  return timingSafeEqual(await deriveHash(password, Buffer.from(salt, 'hex')), Buffer.from(hash, 'hex'));
}
