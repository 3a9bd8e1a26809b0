import { type Clock, type Entropy, isPassword, sha256Hex } from '@northlight/runtime';
import type { LocalPassword } from '../link/index.ts';

const IDLE_MS = 15 * 60_000;
const MOST_SESSIONS = 8;
const WRONG_AT_MOST = 5;
const WRONG_WITHIN_MS = 10 * 60_000;
const PAUSE_MS = 5 * 60_000;
/** Each check takes memory and time; who waits behind these is sent away. */
const MOST_WAITING = 4;

interface PageSession {
  lastSeen: number;
  /** The password that it was opened with: another one ends it. */
  readonly hash: string;
}

export type SignIn =
  | { readonly kind: 'in'; readonly token: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'paused'; readonly seconds: number }
  | { readonly kind: 'busy' };

/** Who is signed in at the device's own page, and how often somebody may try. In memory: a restart ends them all. */
export class PageSessions {
  readonly #clock: Clock;
  readonly #entropy: Entropy;
  /** By the hash of the token. */
  readonly #sessions = new Map<string, PageSession>();
  #wrongAt: number[] = [];
  #pausedUntil = 0;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock, entropy: Entropy) {
    this.#clock = clock;
    this.#entropy = entropy;
  }

  /** One check after another: those that come together count one by one as well. */
  async signIn(password: string, verifier: LocalPassword): Promise<SignIn> {
    if (this.#waiting >= MOST_WAITING) return { kind: 'busy' };
    this.#waiting++;
    const checked = this.#last.then(() => this.#check(password, verifier));
    this.#last = checked.catch(() => undefined);
    try {
      return await checked;
    } finally {
      this.#waiting--;
    }
  }

  /** Whether the token is of a session that goes on, which it does by this. */
  isSignedIn(token: string, verifier: LocalPassword | undefined): boolean {
    const now = this.#clock.now();
    for (const [key, session] of this.#sessions)
      if (session.lastSeen + IDLE_MS <= now || session.hash !== verifier?.hash) this.#sessions.delete(key);
    const session = this.#sessions.get(sha256Hex(token));
    if (session) session.lastSeen = now;
    return session !== undefined;
  }

  signOut(token: string): void {
    this.#sessions.delete(sha256Hex(token));
  }

  async #check(password: string, verifier: LocalPassword): Promise<SignIn> {
    const pausedMs = this.#pausedUntil - this.#clock.now();
    if (pausedMs > 0) return { kind: 'paused', seconds: Math.ceil(pausedMs / 1000) };
    const right = await isPassword(password, verifier);
    const now = this.#clock.now();
    if (!right) {
      this.#wrongAt = [...this.#wrongAt.filter((at) => at + WRONG_WITHIN_MS > now), now];
      if (this.#wrongAt.length < WRONG_AT_MOST) return { kind: 'wrong' };
      this.#wrongAt = [];
      this.#pausedUntil = now + PAUSE_MS;
      return { kind: 'paused', seconds: PAUSE_MS / 1000 };
    }
    this.#wrongAt = [];
    const token = Buffer.from(this.#entropy.bytes(32)).toString('hex');
    const [oldest] = this.#sessions.keys();
    if (oldest !== undefined && this.#sessions.size >= MOST_SESSIONS) this.#sessions.delete(oldest);
    this.#sessions.set(sha256Hex(token), { lastSeen: now, hash: verifier.hash });
    return { kind: 'in', token };
  }
}
