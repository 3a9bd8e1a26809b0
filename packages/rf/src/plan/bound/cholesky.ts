/**
 * Returns true if a symmetric matrix plus `shift` times the identity has a Cholesky factorization, which is a proof that it is
 * positive definite.
 *
 * @param matrix rows of a square matrix one after another; only the lower triangle is read
 */
export function isPositiveDefinite(matrix: Float64Array, size: number, shift: number): boolean {
  const factor = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1) {
    const rowStart = row * size;
    for (let column = 0; column <= row; column += 1) {
      const columnStart = column * size;
      let sum = matrix[rowStart + column]!;
      for (let index = 0; index < column; index += 1)
        sum -= factor[rowStart + index]! * factor[columnStart + index]!;
      if (column < row) factor[rowStart + column] = sum / factor[columnStart + column]!;
      else if (sum + shift <= 0) return false;
      else factor[rowStart + column] = Math.sqrt(sum + shift);
    }
  }
  return true;
}

/** Bisections of the shift: relative accuracy of 2^-n. */
const BISECTIONS = 12;

/**
 * Returns a shift with which the matrix is proven positive definite, close to the least one.
 *
 * @param scale size of the entries, from which the rounding of the factorization is estimated
 */
export function findDefiniteShift(matrix: Float64Array, size: number, scale: number): number {
  const least = scale * size * 1e-12;
  let high = least;
  while (!isPositiveDefinite(matrix, size, high)) high *= 4;
  if (high === least) return high;
  let low = high / 4;
  for (let step = 0; step < BISECTIONS; step += 1) {
    const middle = (low + high) / 2;
    if (isPositiveDefinite(matrix, size, middle)) high = middle;
    else low = middle;
  }
  return high;
}
