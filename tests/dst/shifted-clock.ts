import type { Clock } from '@northlight/runtime';

/** A wall clock that goes wrong and is put right; what waits for it waits as long as it was told to. */
export class ShiftedClock implements Clock {
  readonly #base: Clock;
  /** How far it is ahead, ms. */
  shiftMs = 0;

  constructor(base: Clock) {
    this.#base = base;
  }

  now(): number {
    return this.#base.now() + this.shiftMs;
  }

  after(ms: number, run: () => void): () => void {
    return this.#base.after(ms, run);
  }
}
