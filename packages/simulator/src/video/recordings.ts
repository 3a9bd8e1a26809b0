const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Gaps are reported for a week. */
const GAPS_KEPT_MS = 7 * DAY_MS;
/** Shorter interruptions are buffered by the camera, as when the devices of a site start one after another. */
const MIN_GAP_MS = 15_000;

/** Bytes that were written for each channel in a time. */
interface Segment {
  from: number;
  until: number;
  readonly bytes: Map<number, number>;
}

interface Gap {
  readonly from: number;
  until: number;
}

/** Recordings of a channel until now. Ages and times in seconds. */
export interface ChannelRecordings {
  readonly oldestSeconds?: number;
  readonly dayBytes: number;
  readonly daySeconds: number;
  readonly gaps: { ageSeconds: number; seconds: number }[];
}

/** Recordings of a recorder, whose oldest ones are overwritten when they exceed its capacity. */
export class Recordings {
  readonly #segments: Segment[] = [];
  readonly #gaps = new Map<number, Gap[]>();
  #now: number;

  constructor(now: number) {
    this.#now = now;
  }

  /** Time up to which was written (ms). */
  get until(): number {
    return this.#now;
  }

  get usedBytes(): number {
    return this.#segments.reduce((total, { bytes }) => total + sum(bytes), 0);
  }

  /** Writes for the channels in `rates` (kbit/s) up to a time. The other ones of `channels` have a gap. */
  write(until: number, rates: ReadonlyMap<number, number>, channels: readonly number[]): void {
    const from = this.#now;
    if (until <= from) return;
    this.#now = until;
    for (const channel of channels) if (!rates.has(channel)) this.#addGap(channel, from, until);
    const last = this.#segments.at(-1);
    const segment = last && until - last.from < HOUR_MS ? last : { from, until, bytes: new Map() };
    if (segment !== last) this.#segments.push(segment);
    segment.until = until;
    for (const [channel, kbps] of rates)
      segment.bytes.set(channel, (segment.bytes.get(channel) ?? 0) + (kbps / 8) * (until - from));
  }

  /** Deletes the oldest recordings until they fit. */
  shrink(capacityBytes: number): void {
    let excess = this.usedBytes - capacityBytes;
    while (excess > 0) {
      const [oldest] = this.#segments;
      if (!oldest) return;
      const size = sum(oldest.bytes);
      if (size <= excess) this.#segments.shift();
      else {
        const share = excess / size;
        oldest.from += share * (oldest.until - oldest.from);
        for (const [channel, bytes] of oldest.bytes) oldest.bytes.set(channel, bytes * (1 - share));
      }
      excess -= size;
    }
  }

  describe(channel: number): ChannelRecordings {
    const own = this.#segments.filter(({ bytes }) => bytes.has(channel));
    const [oldest] = own;
    const dayStart = this.#now - DAY_MS;
    let [dayBytes, dayMs] = [0, 0];
    for (const { bytes, from, until } of own) {
      if (until <= dayStart || until === from) continue;
      const ms = until - Math.max(from, dayStart);
      dayMs += ms;
      dayBytes += ((bytes.get(channel) ?? 0) * ms) / (until - from);
    }
    const gaps = (this.#gaps.get(channel) ?? []).filter(
      ({ from, until }) => until > this.#now - GAPS_KEPT_MS && until - from >= MIN_GAP_MS,
    );
    const missedMs = gaps.reduce(
      (total, gap) => total + Math.max(0, gap.until - Math.max(gap.from, dayStart)),
      0,
    );
    return {
      ...(oldest && { oldestSeconds: Math.round((this.#now - oldest.from) / 1000) }),
      dayBytes: Math.round(dayBytes),
      daySeconds: Math.max(0, Math.round(Math.min(dayMs, DAY_MS - missedMs) / 1000)),
      gaps: gaps.map(({ from, until }) => ({
        ageSeconds: Math.round((this.#now - until) / 1000),
        seconds: Math.round((until - from) / 1000),
      })),
    };
  }

  #addGap(channel: number, from: number, until: number): void {
    const gaps = this.#gaps.get(channel) ?? [];
    const last = gaps.at(-1);
    if (last?.until === from) last.until = until;
    else gaps.push({ from, until });
    this.#gaps.set(channel, gaps.slice(-16));
  }
}

const sum = (bytes: ReadonlyMap<number, number>): number =>
  [...bytes.values()].reduce((total, value) => total + value, 0);
