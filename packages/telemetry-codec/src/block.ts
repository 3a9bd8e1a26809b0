/** Rows of one series block in ascending, strictly increasing time; a value that was not told is NaN. */
export interface Block {
  /** Seconds since 1970, whole numbers. */
  readonly times: Float64Array;
  /** By column name; each as long as `times`. */
  readonly columns: ReadonlyMap<string, Float64Array>;
}

/** Bytes that are no block, or a block that somebody cut or changed. */
export class BrokenBlock extends Error {
  override readonly name = 'BrokenBlock';
}

/** First byte of every block. */
export const VERSION = 1;

// What a few bytes may make a reader allocate: a constant column of a million rows takes only three.
export const MAX_ROWS = 1_000_000;
export const MAX_CELLS = 2 ** 25;

/** Times farther from 1970 are refused, so that their differences are exact. */
export const MAX_TIME = 2 ** 50;
