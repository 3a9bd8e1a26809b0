/**
 * Runs the work of one connection in the order of its messages, because aedes handles the packets of a connection
 * concurrently. Stat messages run beside each other, because their intake commits them in the given order; any other
 * message waits for all earlier ones, and later ones wait for it.
 */
export class LinkQueue {
  #othersIdle: Promise<unknown> = Promise.resolve();
  /** Unfinished work other than stat messages. */
  #otherCount = 0;
  #statCount = 0;
  #statsIdle: PromiseWithResolvers<void> | undefined;

  /** Count of unfinished works. */
  get length(): number {
    return this.#otherCount + this.#statCount;
  }

  /** Resolves when all work added so far has settled. */
  whenIdle(): Promise<unknown> {
    if (this.#statCount === 0) return this.#othersIdle;
    this.#statsIdle ??= Promise.withResolvers();
    return Promise.all([this.#othersIdle, this.#statsIdle.promise]);
  }

  /** Starts the work after all earlier work; settles as the work does. */
  add(work: () => Promise<void>): Promise<void> {
    const run = this.whenIdle().then(work);
    this.#otherCount++;
    const end = (): void => void this.#otherCount--;
    this.#othersIdle = run.then(end, end);
    return run;
  }

  /** Starts the work at once if only stat messages are unfinished; settles as the work does. */
  addStat(work: () => Promise<void>): Promise<void> {
    if (this.#otherCount > 0) return this.add(work);
    this.#statCount++;
    const end = (): void => {
      if (--this.#statCount > 0) return;
      this.#statsIdle?.resolve();
      this.#statsIdle = undefined;
    };
    const run = work();
    run.then(end, end);
    return run;
  }
}
