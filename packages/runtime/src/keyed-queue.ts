/**
 * Runs work of one key in order, one after another, and work of different keys at once. It holds only what has not
 * ended: callers bound it by how much they start.
 */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Starts when the work of this key before it has ended, however it ended; settles as the work does. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#last.set(key, mine);
    const forget = (): void => {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    };
    mine.then(forget, forget);
    return mine;
  }

  /** Keys with work that has not ended. */
  get size(): number {
    return this.#last.size;
  }
}
