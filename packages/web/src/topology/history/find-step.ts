import type { TopologyChange } from '@northlight/contract';

const MINUTE_MS = 60_000;

/**
 * Returns the minute before the previous change, or after the next one, but no time before the first one; undefined if
 * there is none.
 */
export function findStep(
  changes: readonly Pick<TopologyChange, 'at'>[],
  at: number,
  direction: 1 | -1,
  first: number,
): number | undefined {
  const times = changes.map((change) => Date.parse(change.at)).toSorted((one, other) => one - other);
  return direction === 1
    ? times.map((time) => time + MINUTE_MS).find((time) => time > at)
    : times.map((time) => Math.max(first, time - MINUTE_MS)).findLast((time) => time < at);
}
