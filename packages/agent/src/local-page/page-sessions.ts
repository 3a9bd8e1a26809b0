import { type Clock, type Entropy, isPassword, hashSha256Hex } from '@northlight/runtime';
import type { LocalPassword } from '../link/index.ts';

const IDLE_MS = 15 * 60_000;
const MAX_SESSIONS = 8;
const MAX_WRONG = 5;
const WRONG_WITHIN_MS = 10 * 60_000;
const PAUSE_MS = 5 * 60_000;
/**
 * Maximum number of waiting sign-ins; others are rejected as busy, because each password check costs memory
 * and time.
 */
const MAX_WAITING = 4;

interface PageSession {
  lastSeen: number;
  /** Hash of the password at sign-in; a changed password ends the session. */
  readonly hash: string;
}

export type SignIn =
  | { readonly kind: 'in'; readonly token: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'paused'; readonly seconds: number }
  | { readonly kind: 'busy' };

/** Keeps sessions and sign-in limits of the local page in memory, so that a restart ends all sessions. */
export class PageSessions {
  readonly #clock: Clock;
  readonly #entropy: Entropy;
  /** Sessions by the hash of their token. */
  readonly #sessions = new Map<string, PageSession>();
  #wrongAt: number[] = [];
  #pausedUntil = 0;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock, entropy: Entropy) {
    this.#clock = clock;
    this.#entropy = entropy;
  }

  /** Checks passwords one at a time, so that concurrent attempts are counted too. */
  async signIn(password: string, verifier: LocalPassword): Promise<SignIn> {
    if (this.#waiting >= MAX_WAITING) return { kind: 'busy' };
    this.#waiting++;
    const checked = this.#last.then(() => this.#check(password, verifier));
    this.#last = checked.catch(() => undefined);
    try {
      return await checked;
    } finally {
      this.#waiting--;
    }
  }

  /** Returns true for the token of a live session, whose idle time starts again. */
  isSignedIn(token: string, verifier: LocalPassword | undefined): boolean {
    const now = this.#clock.now();
    for (const [key, session] of this.#sessions)
      if (session.lastSeen + IDLE_MS <= now || session.hash !== verifier?.hash) this.#sessions.delete(key);
    const session = this.#sessions.get(hashSha256Hex(token));
    if (session) session.lastSeen = now;
    return session !== undefined;
  }

  signOut(token: string): void {
    this.#sessions.delete(hashSha256Hex(token));
  }

  async #check(password: string, verifier: LocalPassword): Promise<SignIn> {
    const pausedMs = this.#pausedUntil - this.#clock.now();
    if (pausedMs > 0) return { kind: 'paused', seconds: Math.ceil(pausedMs / 1000) };
    const right = await isPassword(password, verifier);
    const now = this.#clock.now();
    if (!right) {
      this.#wrongAt = [...this.#wrongAt.filter((at) => at + WRONG_WITHIN_MS > now), now];
      if (this.#wrongAt.length < MAX_WRONG) return { kind: 'wrong' };
      this.#wrongAt = [];
      this.#pausedUntil = now + PAUSE_MS;
      return { kind: 'paused', seconds: PAUSE_MS / 1000 };
    }
    this.#wrongAt = [];
    const token = Buffer.from(this.#entropy.bytes(32)).toString('hex');
    const [oldest] = this.#sessions.keys();
    if (oldest !== undefined && this.#sessions.size >= MAX_SESSIONS) this.#sessions.delete(oldest);
    this.#sessions.set(hashSha256Hex(token), { lastSeen: now, hash: verifier.hash });
    return { kind: 'in', token };
  }
}
