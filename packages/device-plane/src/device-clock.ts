/** A figure that is said to be older than this is not believed. */
const OLDEST_MS = 24 * 3_600_000;

/**
 * When a device took its figures, by our clock: what it says, moved by how far its clock was off at its birth. A report
 * that was held up on its way keeps its place in time; a clock that stands, jumps or is set meanwhile is measured anew,
 * and what it says with that report counts as said now.
 */
export class DeviceClock {
  #offsetMs: number;
  #last = { seq: -1, ts: Number.NEGATIVE_INFINITY };

  /** `ts` of the birth by the device's clock, which came at `now` by ours. */
  constructor(ts: number, now: number) {
    this.#offsetMs = now - ts;
  }

  /** Milliseconds since 1970 by our clock; never after `now`, never more than a day before it. */
  sampledAt({ seq, ts }: { readonly seq: number; readonly ts: number }, now: number): number {
    const { seq: lastSeq, ts: lastTs } = this.#last;
    if (seq > lastSeq) this.#last = { seq, ts };
    const at = ts + this.#offsetMs;
    const stoodOrSetBack = seq > lastSeq && ts <= lastTs;
    // Also when the birth took longer than this: the quickest message tells the offset best.
    const ahead = at > now;
    if (!stoodOrSetBack && !ahead && at > now - OLDEST_MS) return at;
    this.#offsetMs = now - ts;
    return now;
  }
}
