import type { Clock } from '@northlight/runtime';

interface Pending {
  readonly at: number;
  readonly run: () => void;
  timer: NodeJS.Timeout | undefined;
}

/** Time of a clock at a time of the machine's clock, and its pace from then on. */
export interface Pace {
  readonly machineAt: number;
  readonly at: number;
  readonly times: number;
}

/** An accelerated clock. Processes with the same pace agree on the time. */
export class RatedClock implements Clock {
  #pace: Pace;
  #latest = 0;
  readonly #pending = new Set<Pending>();

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /**
   * Returns the time. The time never decreases, even if a slower pace is set after the moment at which that
   * pace begins (`machineAt`).
   */
  now(): number {
    const { at, machineAt, times } = this.#pace;
    this.#latest = Math.max(this.#latest, Math.floor(at + (Date.now() - machineAt) * times));
    return this.#latest;
  }

  after(ms: number, run: () => void): () => void {
    const pending: Pending = { at: this.now() + Math.max(0, ms), run, timer: undefined };
    this.#pending.add(pending);
    this.#arm(pending);
    return () => {
      clearTimeout(pending.timer);
      this.#pending.delete(pending);
    };
  }

  /** Changes the pace, also of pending timers. */
  play(pace: Pace): void {
    this.#pace = pace;
    for (const pending of this.#pending) this.#arm(pending);
  }

  #arm(pending: Pending): void {
    clearTimeout(pending.timer);
    const wait = Math.max(0, Math.ceil((pending.at - this.now()) / this.#pace.times));
    pending.timer = setTimeout(() => this.#fire(pending), wait).unref();
  }

  /** Sets a timer again that fired too early, because a timer of the machine may fire up to 1 ms early. */
  #fire(pending: Pending): void {
    if (this.now() < pending.at) return this.#arm(pending);
    this.#pending.delete(pending);
    pending.run();
  }
}
