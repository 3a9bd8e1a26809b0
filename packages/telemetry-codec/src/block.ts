/** Rows of one series block with strictly increasing times; missing values are NaN. */
export interface Block {
  /** Whole seconds since 1970. */
  readonly times: Float64Array;
  /** Values by column name, each array as long as `times`. */
  readonly columns: ReadonlyMap<string, Float64Array>;
}

/** Error for bytes that are not a block, or are a truncated or corrupted one. */
export class BrokenBlock extends Error {
  override readonly name = 'BrokenBlock';
}

/** Version of the format, the first byte of every block. */
export const VERSION = 1;

// Maximum numbers of rows and of cells, which limit the memory of a reader: 3 bytes can encode a constant
// column of a million rows.
export const MAX_ROWS = 1_000_000;
export const MAX_CELLS = 2 ** 25;

/** Maximum distance of a time from 1970 (s), so that differences of times are exact. */
export const MAX_TIME = 2 ** 50;
