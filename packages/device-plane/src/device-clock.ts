/** Maximum age of a sample time that is trusted. */
const OLDEST_MS = 24 * 3_600_000;
/** Messages of which the fastest one shows the difference of the clocks. */
const MESSAGES_COMPARED = 3;

/**
 * Converts a device's timestamps to the server clock, with the clock offset measured at its birth, so that a
 * delayed report keeps its sample time. If the device clock stops, jumps or is set, the offset is measured
 * again with the next report, which counts as sampled now.
 */
export class DeviceClock {
  #offsetMs: number;
  /** Time between the last messages by the device's clock and their arrival (ms), newest last. */
  #delaysMs: readonly number[];
  #last = { seq: -1, ts: Number.NEGATIVE_INFINITY };

  /** `ts` is the time of the birth on the device clock (ms), `now` its arrival on the server clock (ms). */
  constructor(ts: number, now: number) {
    this.#offsetMs = now - ts;
    this.#delaysMs = [now - ts];
  }

  /**
   * Difference of the device's clock (ms), positive if it is ahead. The fastest of the last messages decides, so that a
   * single late message does not count, and a clock that was set does after a few messages.
   */
  get differenceMs(): number {
    return 0 - Math.min(...this.#delaysMs);
  }

  /** Returns the sample time on the server clock (ms since 1970); never after `now` and never more than a day before it. */
  sampledAt({ seq, ts }: { readonly seq: number; readonly ts: number }, now: number): number {
    this.#delaysMs = [...this.#delaysMs, now - ts].slice(-MESSAGES_COMPARED);
    const { seq: lastSeq, ts: lastTs } = this.#last;
    if (seq > lastSeq) this.#last = { seq, ts };
    const at = ts + this.#offsetMs;
    const stoppedOrSetBack = seq > lastSeq && ts <= lastTs;
    // Corrects the offset also if this report was delayed less than the birth: the fastest message gives the
    // best offset.
    const ahead = at > now;
    if (!stoppedOrSetBack && !ahead && at > now - OLDEST_MS) return at;
    this.#offsetMs = now - ts;
    return now;
  }
}
