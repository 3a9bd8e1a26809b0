import type { Block } from './block.ts';
import { lowerBound } from './lower-bound.ts';

/** One block of several, in any order, that may overlap: of two values for one time and column the later block's counts unless it is NaN. */
export function mergeBlocks(blocks: readonly Block[]): Block {
  const times = unionOf(blocks.map((block) => block.times));
  const columns = new Map<string, Float64Array>();
  for (const block of blocks) {
    const rows = rowsIn(times, block.times);
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

function unionOf(all: readonly Float64Array[]): Float64Array {
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

/** Where each of the ascending times stands among all of them. */
function rowsIn(all: Float64Array, times: Float64Array): Int32Array {
  const rows = new Int32Array(times.length);
  let row = lowerBound(all, all.length, times[0] ?? 0);
  for (let index = 0; index < times.length; index++) {
    while (all[row]! < times[index]!) row++;
    rows[index] = row;
  }
  return rows;
}
