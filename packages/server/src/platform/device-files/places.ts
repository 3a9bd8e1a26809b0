/** Downloads at once, in total and of one device; who finds no place comes again. */
export class Places {
  readonly #total: number;
  readonly #each: number;
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(total: number, each: number) {
    this.#total = total;
    this.#each = each;
  }

  /** Gives the place back when disposed of; undefined when there is none. */
  take(deviceId: string): Disposable | undefined {
    const own = this.#taken.get(deviceId) ?? 0;
    if (this.#all >= this.#total || own >= this.#each) return undefined;
    this.#all++;
    this.#taken.set(deviceId, own + 1);
    return { [Symbol.dispose]: () => this.#leave(deviceId) };
  }

  #leave(deviceId: string): void {
    const own = this.#taken.get(deviceId) ?? 0;
    this.#all--;
    if (own > 1) this.#taken.set(deviceId, own - 1);
    else this.#taken.delete(deviceId);
  }
}
