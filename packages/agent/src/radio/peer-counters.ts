import { type Clock, MINUTE_MS } from '@northlight/runtime';
import type { RadioPeer } from './station-dump.ts';

interface Reading {
  readonly at: number;
  readonly peers: readonly RadioPeer[];
}

/** Remembers readings of peers, so that counters can be compared over 1 to 2 min. */
export class PeerCounters {
  readonly #clock: Clock;
  #earlier: Reading | undefined;
  #recent: Reading | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the reading of 1 to 2 min ago, empty during the first minute, and remembers this one. */
  compareWith(peers: readonly RadioPeer[]): readonly RadioPeer[] {
    const at = this.#clock.now();
    if (!this.#recent || at - this.#recent.at >= MINUTE_MS) {
      this.#earlier = this.#recent;
      this.#recent = { at, peers };
    }
    return this.#earlier?.peers ?? [];
  }
}
