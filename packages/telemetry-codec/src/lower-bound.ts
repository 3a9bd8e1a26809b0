/** Place of the first of so many ascending numbers that is not below the wanted one. */
export function lowerBound(numbers: Float64Array, count: number, wanted: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
