import { createHash, timingSafeEqual } from 'node:crypto';
import type { Entropy } from '@northlight/runtime';
import type { OnvifUser, Verdict } from './users.ts';

export type DigestAlgorithm = 'MD5' | 'SHA-256';

/** A nonce is accepted for this time; afterwards the answer is `stale`. */
const NONCE_LIFETIME_MS = 60_000;
const MAX_NONCES = 256;
const HASHES = { MD5: 'md5', 'SHA-256': 'sha256' } as const;

/** Parts of the header of RFC 7616, 3.4. */
export interface DigestParts {
  readonly username: string;
  readonly realm: string;
  readonly nonce: string;
  readonly uri: string;
  readonly response: string;
  readonly algorithm: DigestAlgorithm;
  readonly cnonce: string;
  /** Eight hexadecimal digits. */
  readonly nc: string;
  readonly qop: 'auth';
}

/** Returns the response of RFC 7616, 3.4.1, for the quality of protection `auth`. */
export function computeDigestResponse(
  { algorithm, cnonce, nc, nonce, realm, uri, username }: Omit<DigestParts, 'response' | 'qop'>,
  method: string,
  password: string,
): string {
  const hash = (...parts: readonly string[]): string =>
    createHash(HASHES[algorithm]).update(parts.join(':')).digest('hex');
  return hash(hash(username, realm, password), nonce, nc, cnonce, 'auth', hash(method, uri));
}

const PARAMETER = /\s*([A-Za-z*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))\s*(,|$)/y;

/** Parses a header `Digest …`; undefined if a part is missing, wrong or occurs twice. */
export function parseDigestHeader(header: string): DigestParts | undefined {
  const [scheme = '', start] = [/^Digest +/i.exec(header)?.[0], header];
  if (scheme === '') return undefined;
  const values = new Map<string, string>();
  PARAMETER.lastIndex = scheme.length;
  for (let match = PARAMETER.exec(start); match; match = PARAMETER.exec(start)) {
    const [, name = '', quoted, plain = '', end] = match;
    if (values.has(name.toLowerCase())) return undefined;
    values.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? plain);
    if (end === '') return toParts(values);
  }
  return undefined;
}

function toParts(values: ReadonlyMap<string, string>): DigestParts | undefined {
  const read = (name: string): string => values.get(name) ?? '';
  const algorithm = values.get('algorithm') ?? 'MD5';
  const [username, realm, nonce, uri] = [read('username'), read('realm'), read('nonce'), read('uri')];
  const [response, cnonce, nc] = [read('response'), read('cnonce'), read('nc')];
  const complete = [username, realm, nonce, uri, response, cnonce].every((value) => value !== '');
  if (!complete || read('qop') !== 'auth' || !/^[\da-f]{8}$/i.test(nc)) return undefined;
  if (algorithm !== 'MD5' && algorithm !== 'SHA-256') return undefined;
  return { username, realm, nonce, uri, response, algorithm, cnonce, nc, qop: 'auth' };
}

interface Nonce {
  readonly issuedAt: number;
  highest: number;
}

export interface DigestOptions {
  readonly realm: string;
  /** Offered algorithms, the preferred one first. */
  readonly algorithms: readonly DigestAlgorithm[];
  readonly users: () => readonly OnvifUser[];
  /** Monotonic time (ms). */
  readonly now: () => number;
  readonly entropy: Entropy;
  /** Realm of the challenge, if it must differ from the checked one. */
  readonly announcedRealm?: string;
}

/** Checks HTTP digest authentication (RFC 7616, `auth` only). Each nonce count is accepted once, in order. */
export class HttpDigestVerifier {
  readonly #options: DigestOptions;
  readonly #nonces = new Map<string, Nonce>();

  constructor(options: DigestOptions) {
    this.#options = options;
  }

  /** Returns a new challenge per algorithm for `WWW-Authenticate`, all with the same nonce. */
  challenge(stale: boolean): string[] {
    const { algorithms, announcedRealm, entropy, now, realm } = this.#options;
    const nonce = Buffer.from(entropy.bytes(24)).toString('hex');
    const [oldest] = this.#nonces.keys();
    if (this.#nonces.size >= MAX_NONCES && oldest !== undefined) this.#nonces.delete(oldest);
    this.#nonces.set(nonce, { issuedAt: now(), highest: 0 });
    return algorithms.map(
      (algorithm) =>
        `Digest realm="${announcedRealm ?? realm}", qop="auth", algorithm=${algorithm}, nonce="${nonce}"${stale ? ', stale=true' : ''}`,
    );
  }

  /** Forgets all nonces, as after a reboot. */
  reset(): void {
    this.#nonces.clear();
  }

  /** Returns `stale` for a right response with a nonce or a count that is no longer accepted. */
  verify(header: string, method: string, target: string): Verdict | 'stale' {
    const parts = parseDigestHeader(header);
    if (!parts) return { refused: 'the header' };
    const { algorithms, now, realm, users } = this.#options;
    if (parts.realm !== realm) return { refused: 'the realm' };
    if (parts.uri !== target) return { refused: 'the address' };
    if (!algorithms.includes(parts.algorithm)) return { refused: 'the algorithm' };
    const user = users().find(({ username }) => username === parts.username);
    const expected = Buffer.from(computeDigestResponse(parts, method, user?.password ?? ''));
    const given = Buffer.from(parts.response);
    if (!user || expected.length !== given.length || !timingSafeEqual(expected, given))
      return { refused: 'the user name or the password' };
    const nonce = this.#nonces.get(parts.nonce);
    const count = Number.parseInt(parts.nc, 16);
    if (!nonce || now() - nonce.issuedAt > NONCE_LIFETIME_MS || count <= nonce.highest) return 'stale';
    nonce.highest = count;
    return { user };
  }
}
