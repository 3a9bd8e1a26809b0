import { type Clock, type Entropy, drawRandomFloat } from '@northlight/runtime';
import type { TimerName } from './state.ts';

/** The link's named timers; setting a timer again replaces it. */
export class LinkTimers {
  readonly #clock: Clock;
  readonly #entropy: Entropy;
  readonly #onDue: (name: TimerName) => void;
  readonly #pending = new Map<TimerName, () => void>();

  constructor(clock: Clock, entropy: Entropy, onDue: (name: TimerName) => void) {
    this.#clock = clock;
    this.#entropy = entropy;
    this.#onDue = onDue;
  }

  /**
   * Sets a timer to a random time between two limits (ms), so that many devices do not act at the same time.
   */
  wait(name: TimerName, minMs: number, maxMs: number): void {
    this.cancel(name);
    const ms = minMs + (maxMs - minMs) * drawRandomFloat(this.#entropy);
    const cancel = this.#clock.after(ms, () => {
      this.#pending.delete(name);
      this.#onDue(name);
    });
    this.#pending.set(name, cancel);
  }

  cancel(name: TimerName): void {
    this.#pending.get(name)?.();
    this.#pending.delete(name);
  }

  cancelAll(): void {
    for (const name of this.#pending.keys()) this.cancel(name);
  }
}
