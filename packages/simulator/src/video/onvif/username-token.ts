import { createHash, timingSafeEqual } from 'node:crypto';
import { BASE64_BINARY, PASSWORD_DIGEST, WSSE, WSU } from './namespaces.ts';
import type { OnvifUser, Verdict } from './users.ts';
import type { XmlElement } from './xml.ts';

/** Largest difference between a token and the clock of the camera. */
const MAX_AGE_MS = 5_000;
const NONCE_BYTES = { min: 8, max: 64 } as const;
/** Nonces that are remembered; older tokens are refused by their time. */
const MAX_NONCES = 10_000;
const CREATED = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Returns the password digest of WS-UsernameToken 1.0: Base64(SHA-1(nonce + created + password)). */
export const computePasswordDigest = (nonce: Uint8Array, created: string, password: string): string =>
  createHash('sha1').update(nonce).update(created).update(password).digest('base64');

/** Checks WS-UsernameToken with password digest. Each nonce is accepted once, unless reuse is allowed. */
export class UsernameTokenVerifier {
  readonly #users: () => readonly OnvifUser[];
  readonly #now: () => number;
  readonly #allowsNonceReuse: boolean;
  readonly #nonces = new Set<string>();

  /** `now` is the clock of the camera (ms since 1970), which may be wrong. */
  constructor(users: () => readonly OnvifUser[], now: () => number, allowsNonceReuse = false) {
    this.#allowsNonceReuse = allowsNonceReuse;
    this.#users = users;
    this.#now = now;
  }

  /** Returns undefined if the header has no token. */
  verify(header: XmlElement | undefined): Verdict | undefined {
    const security = header?.child(WSSE, 'Security');
    if (!security) return undefined;
    const token = security.child(WSSE, 'UsernameToken');
    const password = token?.child(WSSE, 'Password');
    const nonce = token?.child(WSSE, 'Nonce');
    const username = token?.child(WSSE, 'Username')?.text;
    const created = token?.child(WSU, 'Created')?.text;
    if (!password || !nonce || !username || !created) return { refused: 'a part of the token is missing' };
    if (password.attributes.get('Type') !== PASSWORD_DIGEST)
      return { refused: 'the password is not a digest' };
    if ((nonce.attributes.get('EncodingType') ?? BASE64_BINARY) !== BASE64_BINARY || !BASE64.test(nonce.text))
      return { refused: 'the nonce is not Base64' };
    return this.#check({ username, digest: password.text, nonce: nonce.text, created });
  }

  #check(token: {
    readonly username: string;
    readonly digest: string;
    readonly nonce: string;
    readonly created: string;
  }): Verdict {
    const nonce = Buffer.from(token.nonce, 'base64');
    if (nonce.length < NONCE_BYTES.min || nonce.length > NONCE_BYTES.max)
      return { refused: 'the length of the nonce' };
    const created = CREATED.test(token.created) ? Date.parse(token.created) : Number.NaN;
    if (!(Math.abs(created - this.#now()) <= MAX_AGE_MS)) return { refused: 'the time of the token' };
    const user = this.#users().find(({ username }) => username === token.username);
    const expected = computePasswordDigest(nonce, token.created, user?.password ?? '');
    if (!user || !isEqual(expected, token.digest)) return { refused: 'the user name or the password' };
    const key = nonce.toString('hex');
    if (this.#nonces.has(key) && !this.#allowsNonceReuse) return { refused: 'the nonce was used before' };
    const [oldest] = this.#nonces;
    if (this.#nonces.size >= MAX_NONCES && oldest !== undefined) this.#nonces.delete(oldest);
    this.#nonces.add(key);
    return { user };
  }
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
