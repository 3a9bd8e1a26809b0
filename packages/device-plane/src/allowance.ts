const KEYS_KEPT = 50_000;

/** So many within a time for each of many: what is asked too often is not done. */
export class Allowance {
  readonly #most: number;
  readonly #windowMs: number;
  readonly #taken = new Map<string, readonly number[]>();

  constructor(most: number, windowMs: number) {
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** False when it was taken `most` times within the window before `now` (ms). */
  take(key: string, now: number): boolean {
    const recent = (this.#taken.get(key) ?? []).filter((time) => time > now - this.#windowMs);
    if (recent.length >= this.#most) return false;
    this.#taken.delete(key);
    this.#taken.set(key, [...recent, now]);
    this.#forgetOldest();
    return true;
  }

  /** Insertion order is age here, and memory stays bounded. */
  #forgetOldest(): void {
    for (const key of this.#taken.keys()) {
      if (this.#taken.size <= KEYS_KEPT) return;
      this.#taken.delete(key);
    }
  }
}
