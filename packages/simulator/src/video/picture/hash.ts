/** Returns a number from 0 to 1 (exclusive) that depends on integers only; the order of the integers matters. */
export function hashToFraction(...values: readonly number[]): number {
  let mixed = 0x9e3779b9;
  for (const value of values) {
    // Both halves count, so that times beyond 32 bits differ.
    mixed = Math.imul(mixed ^ (value >>> 0), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 15) ^ Math.floor(value / 2 ** 32), 0xc2b2ae35);
    mixed ^= mixed >>> 13;
  }
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x27d4eb2f);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

/** Returns one element of a list that is not empty, by a fraction. */
export function pick<T>(list: readonly [T, ...T[]], fraction: number): T {
  return list[Math.floor(fraction * list.length)] ?? list[0];
}
