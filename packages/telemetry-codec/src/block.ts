/** Rows of one series block with strictly increasing times; missing values are NaN. */
export interface Block {
  /** Whole seconds since 1970. */
  readonly times: Float64Array;
  /** Values by column name, each array as long as `times`. */
  readonly columns: ReadonlyMap<string, Float64Array>;
}

/** Bytes that are not a block, or a truncated or corrupted block. */
export class BrokenBlock extends Error {
  override readonly name = 'BrokenBlock';
}

/** First byte of every block. */
export const VERSION = 1;

// Limits of memory that a reader allocates: 3 bytes can encode a constant column of a million rows.
export const MAX_ROWS = 1_000_000;
export const MAX_CELLS = 2 ** 25;

/** Maximum distance of times from 1970 (s), so that their differences are exact. */
export const MAX_TIME = 2 ** 50;
