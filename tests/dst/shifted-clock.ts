import type { Clock } from '@northlight/runtime';

/** A wall clock that can be set to a wrong time and back. Timers keep their durations. */
export class ShiftedClock implements Clock {
  readonly #base: Clock;
  #shiftMs = 0;
  #furthestMs = 0;
  #wasPutBack = false;

  constructor(base: Clock) {
    this.#base = base;
  }

  /** Offset (ms); positive when the clock is ahead. */
  get shiftMs(): number {
    return this.#shiftMs;
  }

  /** Maximum delay of events scheduled before the clock was set back (ms). */
  get behindItselfMs(): number {
    return this.#furthestMs - this.#shiftMs;
  }

  /** Returns true if the clock was set back, so that times may have occurred twice. */
  get wasPutBack(): boolean {
    return this.#wasPutBack;
  }

  shift(ms: number): void {
    this.#wasPutBack ||= ms < this.#shiftMs;
    this.#shiftMs = ms;
    this.#furthestMs = Math.max(ms, this.#furthestMs);
  }

  now(): number {
    return this.#base.now() + this.#shiftMs;
  }

  after(ms: number, run: () => void): () => void {
    return this.#base.after(ms, run);
  }
}
