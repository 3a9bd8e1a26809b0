/**
 * Source of time for all code that waits or reads the time. Tests replace it by a clock that they advance.
 */
export interface Clock {
  /** Returns the milliseconds since 1970, UTC. */
  now(): number;
  /**
   * Calls a function once after `ms`; the returned function cancels it. A pending timer never keeps the
   * process running.
   */
  after(ms: number, run: () => void): () => void;
}

export class SystemClock implements Clock {
  now(): number {
    return Date.now();
  }

  after(ms: number, run: () => void): () => void {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  }
}

interface Pending {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/**
 * A clock that advances only on request. Timers fire in the order of their times, then of their registration.
 */
export class SteppedClock implements Clock {
  #now: number;
  #order = 0;
  #pending = new Set<Pending>();

  constructor(start = Date.UTC(2026, 0, 5, 8, 0, 0)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const pending: Pending = { at: this.#now + Math.max(0, ms), order: this.#order++, run };
    this.#pending.add(pending);
    return () => this.#pending.delete(pending);
  }

  get pendingTimers(): number {
    return this.#pending.size;
  }

  /** Advances the time. Promises can settle between two timers. */
  async advance(ms: number): Promise<void> {
    // Lets work in progress set its timers before the time changes.
    await settle();
    const end = this.#now + ms;
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#pending.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
      await settle();
    }
    this.#now = end;
    await settle();
  }

  /**
   * Advances the time in one step, like a suspended machine: due timers run once, late. Use it for days,
   * because `advance` would run each loop thousands of times.
   */
  async leap(ms: number): Promise<void> {
    await settle();
    this.#now += ms;
    await this.advance(0);
  }

  #next(end: number): Pending | undefined {
    let first: Pending | undefined;
    for (const pending of this.#pending) {
      if (pending.at > end) continue;
      if (!first || pending.at < first.at || (pending.at === first.at && pending.order < first.order))
        first = pending;
    }
    return first;
  }
}

/** Resolves after ready promises and I/O callbacks have run. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Resolves after `ms` of the given clock, or at once when the signal aborts. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const finish = (): void => {
      cancel();
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = clock.after(ms, finish);
    signal?.addEventListener('abort', finish, { once: true });
  });
}
