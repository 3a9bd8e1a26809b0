/** Number of the newest measurements of one quantity of which the median counts. */
export const MEASUREMENTS = 5;

/** Returns the median; NaN without values. */
export function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}
