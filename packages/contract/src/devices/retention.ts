import type { DiskState, RecorderStat } from '../device-protocol/recorder-stat.ts';

/** States of disks that hold recordings. A disk that is being formatted does again in a few minutes. */
const RECORDING_STATES: ReadonlySet<DiskState> = new Set(['normal', 'failing', 'formatting']);

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
  const dayBytes = sum(channels.map(({ dayBytes = 0 }) => dayBytes));
  const recording = disks.filter(({ state }) => RECORDING_STATES.has(state));
  const capacity = sum(recording.map(({ capacityBytes = 0 }) => capacityBytes));
  if (dayBytes === 0 || capacity === 0) return {};
  const used = sum(recording.map(({ usedBytes = 0 }) => usedBytes));
  return {
    projectedDays: capacity / dayBytes,
    ...(!overwrites && { daysUntilFull: (capacity - used) / dayBytes }),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
