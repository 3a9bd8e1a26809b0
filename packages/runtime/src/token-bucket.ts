/**
 * A bucket of up to `burst` tokens that fills at `ratePerSecond` and is full at first. Times are in
 * milliseconds.
 */
export class TokenBucket {
  readonly #ratePerSecond: number;
  readonly #burst: number;
  #tokens: number;
  #at: number;

  constructor(ratePerSecond: number, burst: number, now: number) {
    this.#ratePerSecond = ratePerSecond;
    this.#burst = burst;
    this.#tokens = burst;
    this.#at = now;
  }

  /** Takes `amount` tokens; takes none and returns false when fewer are left. */
  take(amount: number, now: number): boolean {
    this.#fill(now);
    if (this.#tokens < amount) return false;
    this.#tokens -= amount;
    return true;
  }

  /** Returns the time (ms) until `amount` tokens can be taken. */
  waitMs(amount: number, now: number): number {
    this.#fill(now);
    return Math.max(0, ((amount - this.#tokens) / this.#ratePerSecond) * 1000);
  }

  #fill(now: number): void {
    const elapsed = Math.max(0, now - this.#at);
    this.#tokens = Math.min(this.#burst, this.#tokens + (elapsed / 1000) * this.#ratePerSecond);
    this.#at = Math.max(this.#at, now);
  }
}
