/**
 * The work of one connection, in the order of its messages: aedes runs the packets of a connection concurrently. Figures
 * follow each other without waiting, because their intake commits them in the order in which it was given them; anything
 * else waits for everything before it, and what follows waits for it.
 */
export class LinkQueue {
  #ended: Promise<unknown> = Promise.resolve();
  /** Work other than figures that has not ended. */
  #others = 0;
  #figures = 0;
  #figuresEnded: PromiseWithResolvers<void> | undefined;

  /** How much has not ended. */
  get length(): number {
    return this.#others + this.#figures;
  }

  /** Resolves when everything so far has ended, however it ended. */
  whenIdle(): Promise<unknown> {
    if (this.#figures === 0) return this.#ended;
    this.#figuresEnded ??= Promise.withResolvers();
    return Promise.all([this.#ended, this.#figuresEnded.promise]);
  }

  /** Starts when everything before it has ended; settles as the work does. */
  add(work: () => Promise<void>): Promise<void> {
    const run = this.whenIdle().then(work);
    this.#others++;
    const end = (): void => void this.#others--;
    this.#ended = run.then(end, end);
    return run;
  }

  /** Starts at once when only figures are before it; settles as the work does. */
  addFigures(work: () => Promise<void>): Promise<void> {
    if (this.#others > 0) return this.add(work);
    this.#figures++;
    const end = (): void => {
      if (--this.#figures > 0) return;
      this.#figuresEnded?.resolve();
      this.#figuresEnded = undefined;
    };
    const run = work();
    run.then(end, end);
    return run;
  }
}
