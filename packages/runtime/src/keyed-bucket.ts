import { recentMap } from './recent-map.ts';
import { TokenBucket } from './token-bucket.ts';

const KEYS_KEPT = 10_000;

export interface KeyedBucketOptions {
  readonly ratePerSecond: number;
  /** Tokens that a key has at first and at most. */
  readonly burst: number;
  /** Keys that are counted at a time; the key that was used least recently is forgotten first. */
  readonly keysKept?: number;
}

/** A token bucket per key, bounded in memory. A forgotten key starts with a full bucket. */
export class KeyedBucket {
  readonly #options: KeyedBucketOptions;
  readonly #buckets: ReturnType<typeof recentMap<TokenBucket>>;

  constructor(options: KeyedBucketOptions) {
    this.#options = options;
    this.#buckets = recentMap(options.keysKept ?? KEYS_KEPT);
  }

  /** Takes one token of the key at `now` (ms); false when none is left. */
  take(key: string, now: number): boolean {
    return this.#bucket(key, now).take(1, now);
  }

  /** Milliseconds until the key has a token. */
  waitMs(key: string, now: number): number {
    return this.#bucket(key, now).waitMs(1, now);
  }

  /** The key starts again with a full bucket. */
  reset(key: string): void {
    this.#buckets.delete(key);
  }

  #bucket(key: string, now: number): TokenBucket {
    const known = this.#buckets.get(key);
    if (known) return known;
    const bucket = new TokenBucket(this.#options.ratePerSecond, this.#options.burst, now);
    this.#buckets.set(key, bucket);
    return bucket;
  }
}
