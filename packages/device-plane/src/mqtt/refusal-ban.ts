const WINDOW_MS = 60_000;
const BAN_MS = 60_000;
const KEYS_KEPT = 50_000;

interface Count {
  refusals: number;
  since: number;
  bannedUntil: number;
}

/**
 * Keeps out for a while who is refused again and again, before anything is looked up for him. What is counted is up to
 * the caller: the identity alone where it is proved, identity and address together where it is only claimed, so that
 * nobody can shut out somebody else's device by naming it.
 */
export class RefusalBan {
  readonly #most: number;
  readonly #counts = new Map<string, Count>();

  /** `most` within a minute are one too many. */
  constructor(most: number) {
    this.#most = most;
  }

  isBanned(key: string, now: number): boolean {
    return (this.#counts.get(key)?.bannedUntil ?? 0) > now;
  }

  refused(key: string, now: number): void {
    const kept = this.#counts.get(key);
    const count = kept && now - kept.since < WINDOW_MS ? kept : { refusals: 0, since: now, bannedUntil: 0 };
    count.refusals++;
    if (count.refusals >= this.#most) count.bannedUntil = now + BAN_MS;
    this.#counts.delete(key);
    this.#counts.set(key, count);
    this.#forgetOldest();
  }

  /** Insertion order is age here: a flood of names pushes out the oldest ones, and memory stays bounded. */
  #forgetOldest(): void {
    for (const key of this.#counts.keys()) {
      if (this.#counts.size <= KEYS_KEPT) return;
      this.#counts.delete(key);
    }
  }
}
