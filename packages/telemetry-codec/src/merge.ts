import type { Block } from './block.ts';
import { findLowerBound } from './lower-bound.ts';

/**
 * Merges blocks with any times. For the same time and column, the value of the later block is used, unless it
 * is NaN.
 */
export function mergeBlocks(blocks: readonly Block[]): Block {
  const times = mergeTimes(blocks.map((block) => block.times));
  const columns = new Map<string, Float64Array>();
  for (const block of blocks) {
    const rows = computeRowIndexes(times, block.times);
    for (const [name, values] of block.columns) {
      let merged = columns.get(name);
      if (!merged) columns.set(name, (merged = new Float64Array(times.length).fill(Number.NaN)));
      for (let row = 0; row < values.length; row++) {
        const value = values[row]!;
        if (value === value) merged[rows[row]!] = value;
      }
    }
  }
  return { times, columns };
}

function mergeTimes(all: readonly Float64Array[]): Float64Array {
  const times = new Float64Array(all.reduce((sum, { length }) => sum + length, 0));
  let length = 0;
  for (const each of all) {
    times.set(each, length);
    length += each.length;
  }
  times.sort();
  let count = 0;
  for (const time of times) if (count === 0 || time !== times[count - 1]) times[count++] = time;
  return times.slice(0, count);
}

/** Returns the index of each time within all times; both are ascending. */
function computeRowIndexes(all: Float64Array, times: Float64Array): Int32Array {
  const rows = new Int32Array(times.length);
  let row = findLowerBound(all, all.length, times[0] ?? 0);
  for (let index = 0; index < times.length; index++) {
    while (all[row]! < times[index]!) row++;
    rows[index] = row;
  }
  return rows;
}
