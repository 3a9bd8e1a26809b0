/**
 * Runs the work of one connection in the order of its messages, because aedes handles packets concurrently.
 * Stat messages run in parallel, because their intake commits them in order. Any other message waits for all
 * earlier ones, and later messages wait for it.
 */
export class LinkQueue {
  #othersIdle: Promise<unknown> = Promise.resolve();
  /** Number of unfinished messages, except stat messages. */
  #otherCount = 0;
  #statCount = 0;
  #statsIdle: PromiseWithResolvers<void> | undefined;

  /** Number of unfinished messages. */
  get length(): number {
    return this.#otherCount + this.#statCount;
  }

  /** Resolves when all work that was added before the call has ended. */
  whenIdle(): Promise<unknown> {
    if (this.#statCount === 0) return this.#othersIdle;
    this.#statsIdle ??= Promise.withResolvers();
    return Promise.all([this.#othersIdle, this.#statsIdle.promise]);
  }

  /** Starts the work after all earlier work. Settles with the result of the work. */
  add(work: () => Promise<void>): Promise<void> {
    const run = this.whenIdle().then(work);
    this.#otherCount++;
    const end = (): void => void this.#otherCount--;
    this.#othersIdle = run.then(end, end);
    return run;
  }

  /** Starts the work at once if only stat messages are unfinished. Settles with the result of the work. */
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
