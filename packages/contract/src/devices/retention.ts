import type { ChannelStat, DiskState, RecorderStat } from '../device-protocol/recorder-stat.ts';

/** States of disks that hold recordings. A disk that is being formatted does again in a few minutes. */
const RECORDING_STATES: ReadonlySet<DiskState> = new Set(['normal', 'failing', 'formatting']);

const DAY_SECONDS = 86_400;
/** A shorter recording does not show the rate of a channel. */
const MIN_RECORDED_SECONDS = 600;

export interface Retention {
  /** Days for which the disks hold recordings; absent without recordings. */
  readonly projectedDays?: number;
  /** Days until the recording stops; absent for a recorder that overwrites. */
  readonly daysUntilFull?: number;
}

/**
 * Projects for how many days a recorder holds recordings, if it continues to write as much as in the last 24 h. All channels
 * share the disks, and the oldest recordings are overwritten first, so that each channel is held equally long.
 */
export function projectRetention({ channels, disks, overwrites }: RecorderStat): Retention {
  const rate = sum(channels.map(computeDayBytes));
  const recording = disks.filter(({ state }) => RECORDING_STATES.has(state));
  const capacity = sum(recording.map(({ capacityBytes = 0 }) => capacityBytes));
  if (capacity === 0) return {};
  const used = sum(recording.map(({ usedBytes = 0 }) => usedBytes));
  // A recorder that has stopped writes nothing, and is full nevertheless.
  if (rate === 0) return !overwrites && used >= capacity ? { daysUntilFull: 0 } : {};
  return {
    projectedDays: capacity / rate,
    ...(!overwrites && { daysUntilFull: (capacity - used) / rate }),
  };
}

/** Formats a number of days: `12 days`, `3.4 days` for a few. Rounds down, so that a promise is never rounded into being kept. */
export function formatDays(days: number): string {
  const text = days < 10 ? String(Math.floor(days * 10) / 10) : String(Math.floor(days));
  return `${text} ${text === '1' ? 'day' : 'days'}`;
}

/** Returns the bytes that a channel writes in 24 h; one that was assigned less than a day ago continues at the same rate. */
function computeDayBytes({ dayBytes = 0, oldestSeconds = DAY_SECONDS }: ChannelStat): number {
  const seconds = Math.min(DAY_SECONDS, Math.max(MIN_RECORDED_SECONDS, oldestSeconds));
  return (dayBytes * DAY_SECONDS) / seconds;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
