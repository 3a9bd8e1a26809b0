/**
 * Runs work of one key in order, one after another, and work of different keys in parallel. Stores only work
 * that has not ended; callers must limit the amount.
 */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs work after the earlier work of this key has ended; settles with the result of the work. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const current = before.then(work, work);
    this.#last.set(key, current);
    const remove = (): void => {
      if (this.#last.get(key) === current) this.#last.delete(key);
    };
    current.then(remove, remove);
    return current;
  }

  /** Number of keys with work that has not ended. */
  get size(): number {
    return this.#last.size;
  }
}
