import type { Clock } from '@northlight/runtime';

/** A wall clock that goes wrong and is put right; what waits for it waits as long as it was told to. */
export class ShiftedClock implements Clock {
  readonly #base: Clock;
  #shiftMs = 0;
  #furthestMs = 0;
  #wasPutBack = false;

  constructor(base: Clock) {
    this.#base = base;
  }

  /** How far it is ahead. */
  get shiftMs(): number {
    return this.#shiftMs;
  }

  /** What was to be at an hour by this clock, before it was put back, is later by so much at most. */
  get behindItselfMs(): number {
    return this.#furthestMs - this.#shiftMs;
  }

  /** Hours that it told may have come twice. */
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
