/** Work of one key in order, one after another; of different keys at once. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

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

  /** Resolves when everything that was asked for so far is over, well or not. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#last.values());
  }
}
