import type { Block } from './block.ts';
import { findLowerBound } from './lower-bound.ts';

/** Returns the rows from a time (inclusive) to a time (exclusive), without columns that contain only NaN. */
export function sliceBlock({ times, columns }: Block, fromSeconds: number, toSeconds: number): Block {
  const from = findLowerBound(times, times.length, fromSeconds);
  const to = Math.max(from, findLowerBound(times, times.length, toSeconds));
  const kept = new Map<string, Float64Array>();
  for (const [name, values] of columns) {
    const part = values.slice(from, to);
    if (part.some((value) => value === value)) kept.set(name, part);
  }
  return { times: times.slice(from, to), columns: kept };
}
