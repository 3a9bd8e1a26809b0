import { recentMap } from './recent-map.ts';

const KEYS_KEPT = 50_000;

export interface KeyedWindowOptions {
  readonly windowMs: number;
  /** Events that are counted per key; more count as this many. */
  readonly limit: number;
}

/** Counts events per key within a sliding window. Bounded: a flood of keys pushes out the oldest. */
export class KeyedWindow {
  readonly #options: KeyedWindowOptions;
  readonly #times = recentMap<readonly number[]>(KEYS_KEPT);

  constructor(options: KeyedWindowOptions) {
    this.#options = options;
  }

  /** Records an event at `now` (ms); true when the key has reached the limit within the window. */
  record(key: string, now: number): boolean {
    const { limit, windowMs } = this.#options;
    const earlier = this.#times.get(key) ?? [];
    const recent = [...earlier.filter((time) => time > now - windowMs), now].slice(-limit);
    this.#times.set(key, recent);
    return recent.length >= limit;
  }

  /** The key starts again without events. */
  reset(key: string): void {
    this.#times.delete(key);
  }
}
