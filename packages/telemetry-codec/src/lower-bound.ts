/** Returns the index of the first of `count` ascending numbers that is not below `limit`; `count` if there is none. */
export function findLowerBound(numbers: Float64Array, count: number, limit: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
