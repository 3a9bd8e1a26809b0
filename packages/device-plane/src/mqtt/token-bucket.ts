/** Limits one device to a rate of messages and bytes, with room for a burst. */
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

  /** Takes an amount; false when the bucket is empty, and then nothing is taken. */
  take(amount: number, now: number): boolean {
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#at) / 1000) * this.#ratePerSecond);
    this.#at = Math.max(this.#at, now);
    if (this.#tokens < amount) return false;
    this.#tokens -= amount;
    return true;
  }
}
