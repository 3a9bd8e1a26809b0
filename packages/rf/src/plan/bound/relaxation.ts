import type { Partition } from './partition.ts';

/**
 * Semidefinite relaxation of a partition: each radio and each part is a unit vector, and vectors of different parts have
 * the inner product `floor`. Minimize `constant` plus the sum of weight · inner product over the pairs, where no inner
 * product is below `floor`.
 *
 * After Frieze and Jerrum, Improved approximation algorithms for max k-cut and max bisection, 1997.
 */
export interface Relaxation {
  readonly size: number;
  readonly parts: number;
  readonly constant: number;
  readonly floor: number;
  readonly pairs: PairTable;
  /** Mean weight of the pairs of radios that disturb each other. */
  readonly scale: number;
}

export interface PairTable {
  readonly count: number;
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly weight: Float64Array;
  /** 1 for a pair whose inner product equals `floor`, 0 for one that may be larger. */
  readonly isFixed: Uint8Array;
  /** Pairs of each node: first index in `other` and `pair`. */
  readonly start: Int32Array;
  readonly other: Int32Array;
  readonly pair: Int32Array;
}

/** Number of vectors up to which every pair has a lower limit; with more, only pairs with a weight. */
export const DENSE_SIZE = 150;

/** Creates the relaxation of a partition with two parts or more. */
export function relax({ own, pairs, parts, size: radios }: Partition): Relaxation {
  const size = radios + parts;
  const share = (parts - 1) / parts;
  const weights = new Map<number, number>();
  const fixed = new Set<number>();
  const key = (a: number, b: number): number => Math.max(a, b) * size + Math.min(a, b);
  let constant = 0;
  for (const { a, b, weight } of pairs) {
    weights.set(key(a, b), weight * share);
    constant += weight / parts;
  }
  const scale = (constant * parts * share) / Math.max(1, pairs.length);
  if (size <= DENSE_SIZE)
    for (let a = 1; a < radios; a += 1)
      for (let b = 0; b < a; b += 1) weights.set(key(a, b), weights.get(key(a, b)) ?? 0);
  for (let radio = 0; radio < radios; radio += 1) {
    const costs = own.subarray(radio * parts, (radio + 1) * parts);
    const least = Math.min(...costs);
    constant += least;
    for (const [part, cost] of costs.entries()) {
      const pair = key(radios + part, radio);
      weights.set(pair, cost === Number.POSITIVE_INFINITY ? 0 : (cost - least) * share);
      if (cost === Number.POSITIVE_INFINITY) fixed.add(pair);
      else constant += (cost - least) / parts;
    }
  }
  for (let part = 0; part < parts; part += 1)
    for (let other = 0; other < part; other += 1) {
      weights.set(key(radios + part, radios + other), 0);
      fixed.add(key(radios + part, radios + other));
    }
  return {
    size,
    parts,
    constant,
    floor: -1 / (parts - 1),
    scale,
    pairs: createPairTable(size, weights, fixed),
  };
}

function createPairTable(
  size: number,
  weights: ReadonlyMap<number, number>,
  fixed: ReadonlySet<number>,
): PairTable {
  const keys = [...weights.keys()].sort((one, other) => one - other);
  const a = Int32Array.from(keys, (key) => Math.floor(key / size));
  const b = Int32Array.from(keys, (key) => key % size);
  const start = new Int32Array(size + 1);
  for (const end of [a, b]) for (const node of end) start[node + 1]! += 1;
  for (let node = 0; node < size; node += 1) start[node + 1]! += start[node]!;
  const next = start.slice();
  const other = new Int32Array(2 * keys.length);
  const pair = new Int32Array(2 * keys.length);
  const add = (from: number, to: number, index: number): void => {
    const place = next[from]!++;
    other[place] = to;
    pair[place] = index;
  };
  for (let index = 0; index < keys.length; index += 1) {
    add(a[index]!, b[index]!, index);
    add(b[index]!, a[index]!, index);
  }
  return {
    count: keys.length,
    a,
    b,
    weight: Float64Array.from(weights.size === 0 ? [] : keys, (each) => weights.get(each) ?? 0),
    isFixed: Uint8Array.from(keys, (each) => Number(fixed.has(each))),
    start,
    other,
    pair,
  };
}
