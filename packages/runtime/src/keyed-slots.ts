/** Limits parallel work, in total and per key. Stores only keys with work in progress. */
export class KeyedSlots {
  readonly #perKey: number;
  readonly #total: number;
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(limits: { readonly perKey: number; readonly total?: number }) {
    this.#perKey = limits.perKey;
    this.#total = limits.total ?? Number.POSITIVE_INFINITY;
  }

  /** Takes a slot until the result is disposed of; undefined when none is free. */
  take(key: string): Disposable | undefined {
    const own = this.#taken.get(key) ?? 0;
    if (this.#all >= this.#total || own >= this.#perKey) return undefined;
    this.#all++;
    this.#taken.set(key, own + 1);
    let isTaken = true;
    return {
      [Symbol.dispose]: () => {
        if (isTaken) this.#free(key);
        isTaken = false;
      },
    };
  }

  #free(key: string): void {
    const own = this.#taken.get(key) ?? 0;
    this.#all--;
    if (own > 1) this.#taken.set(key, own - 1);
    else this.#taken.delete(key);
  }
}
