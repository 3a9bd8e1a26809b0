import type { Shadow } from './shadow.ts';

/** The columns of a row at which the losses of changing walls begin or end. */
export interface RowChanges {
  /** Is called with each part of a row in which the loss after a change differs from the one before it. */
  (row: number, first: number, end: number, lossAfter: number): void;
}

/**
 * Ends of the shadows of some walls before and after a change, sorted by column in each row. Losses are in steps of stored
 * levels.
 */
export class ShadowEvents {
  readonly #rows: number;
  #perRow = 0;
  readonly #counts: Int32Array;
  #columns = new Int32Array(0);
  #before = new Int32Array(0);
  #after = new Int32Array(0);
  #firstRow = 0;
  #endRow = 0;

  constructor(rows: number) {
    this.#rows = rows;
    this.#counts = new Int32Array(rows);
  }

  /** Removes all events. @param shadows largest number of shadows that will be added */
  clear(shadows: number): void {
    this.#counts.fill(0);
    this.#firstRow = this.#rows;
    this.#endRow = 0;
    if (this.#perRow >= 2 * shadows) return;
    this.#perRow = 2 * shadows;
    this.#columns = new Int32Array(this.#rows * this.#perRow);
    this.#before = new Int32Array(this.#rows * this.#perRow);
    this.#after = new Int32Array(this.#rows * this.#perRow);
  }

  /** Adds the shadow of a wall with its loss before or after the change. */
  add({ endRow, ends, firstRow, firsts }: Shadow, before: number, after: number): void {
    this.#firstRow = Math.min(this.#firstRow, firstRow);
    this.#endRow = Math.max(this.#endRow, endRow);
    for (let row = firstRow; row < endRow; row += 1) {
      const first = firsts[row] ?? 0;
      const end = ends[row] ?? 0;
      if (first >= end) continue;
      this.#insert(row, first, before, after);
      this.#insert(row, end, -before, -after);
    }
  }

  /** Calls `change` with the parts of all rows whose loss differs. */
  forEachChange(change: RowChanges): void {
    for (let row = this.#firstRow; row < this.#endRow; row += 1) {
      const start = row * this.#perRow;
      const count = this.#counts[row] ?? 0;
      let [before, after] = [0, 0];
      for (let event = start; event + 1 < start + count; event += 1) {
        before += this.#before[event] ?? 0;
        after += this.#after[event] ?? 0;
        const [first, end] = [this.#columns[event] ?? 0, this.#columns[event + 1] ?? 0];
        if (before !== after && first < end) change(row, first, end, after);
      }
    }
  }

  #insert(row: number, column: number, before: number, after: number): void {
    const start = row * this.#perRow;
    const count = this.#counts[row] ?? 0;
    let at = start + count;
    for (; at > start && (this.#columns[at - 1] ?? 0) > column; at -= 1) {
      this.#columns[at] = this.#columns[at - 1] ?? 0;
      this.#before[at] = this.#before[at - 1] ?? 0;
      this.#after[at] = this.#after[at - 1] ?? 0;
    }
    this.#columns[at] = column;
    this.#before[at] = before;
    this.#after[at] = after;
    this.#counts[row] = count + 1;
  }
}
