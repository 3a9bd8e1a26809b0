import { createRecentMap } from './recent-map.ts';
import { TokenBucket } from './token-bucket.ts';

const MAX_KEYS = 10_000;

export interface KeyedBucketOptions {
  readonly ratePerSecond: number;
  /** Initial and maximum number of tokens per key. */
  readonly burst: number;
  /** Maximum number of keys; the least recently used key is evicted first. */
  readonly maxKeys?: number;
}

/** Token bucket per key with bounded memory. An evicted key starts with a full bucket. */
export class KeyedBucket {
  readonly #options: KeyedBucketOptions;
  readonly #buckets: ReturnType<typeof createRecentMap<TokenBucket>>;

  constructor(options: KeyedBucketOptions) {
    this.#options = options;
    this.#buckets = createRecentMap(options.maxKeys ?? MAX_KEYS);
  }

  /** Takes one token of the key at `now` (ms). Returns false when none is left. */
  take(key: string, now: number): boolean {
    return this.#bucket(key, now).take(1, now);
  }

  /** Returns the time (ms) until the key has a token. */
  waitMs(key: string, now: number): number {
    return this.#bucket(key, now).waitMs(1, now);
  }

  /** Fills the bucket of a key. */
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
