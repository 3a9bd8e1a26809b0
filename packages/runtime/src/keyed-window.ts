import { createRecentMap } from './recent-map.ts';

const MAX_KEYS = 50_000;

export interface KeyedWindowOptions {
  readonly windowMs: number;
  /** Maximum number of events that are counted per key. */
  readonly limit: number;
}

/**
 * Counts events per key within a sliding window. Its memory is bounded: new keys evict the least recently
 * used ones.
 */
export class KeyedWindow {
  readonly #options: KeyedWindowOptions;
  readonly #times = createRecentMap<readonly number[]>(MAX_KEYS);

  constructor(options: KeyedWindowOptions) {
    this.#options = options;
  }

  /** Records an event at `now` (ms). Returns true when the key has reached the limit within the window. */
  record(key: string, now: number): boolean {
    const { limit, windowMs } = this.#options;
    const earlier = this.#times.get(key) ?? [];
    const recent = [...earlier.filter((time) => time > now - windowMs), now].slice(-limit);
    this.#times.set(key, recent);
    return recent.length >= limit;
  }

  reset(key: string): void {
    this.#times.delete(key);
  }
}
