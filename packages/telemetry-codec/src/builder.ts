import type { Block } from './block.ts';
import { findLowerBound } from './lower-bound.ts';

const FIRST_CAPACITY = 8;

/** Growing array of numbers that is optimised for appending. Values that were not set are NaN. */
class GrowingColumn {
  length = 0;
  #numbers = new Float64Array(FIRST_CAPACITY);

  get numbers(): Float64Array {
    return this.#numbers;
  }

  set(row: number, value: number): void {
    this.#grow(row + 1);
    if (row >= this.length) {
      this.#numbers.fill(Number.NaN, this.length, row);
      this.length = row + 1;
    }
    this.#numbers[row] = value;
  }

  /** Inserts an unset row before existing rows; does nothing when the column ends before `row`. */
  insert(row: number): void {
    if (row >= this.length) return;
    this.#grow(this.length + 1);
    this.#numbers.copyWithin(row + 1, row, this.length);
    this.#numbers[row] = Number.NaN;
    this.length++;
  }

  toArray(rows: number): Float64Array {
    const numbers = new Float64Array(rows).fill(Number.NaN, this.length);
    numbers.set(this.#numbers.subarray(0, this.length));
    return numbers;
  }

  #grow(length: number): void {
    if (length <= this.#numbers.length) return;
    const grown = new Float64Array(Math.max(length, Math.ceil(1.5 * this.#numbers.length)));
    grown.set(this.#numbers.subarray(0, this.length));
    this.#numbers = grown;
  }
}

/**
 * Collects rows in any order. The last value of a time and column replaces earlier ones; NaN is ignored.
 * Ascending times are cheapest, because an earlier time moves the rows after it.
 */
export class BlockBuilder {
  readonly #times = new GrowingColumn();
  readonly #columns = new Map<string, GrowingColumn>();

  add(time: number, values: Iterable<readonly [column: string, value: number]>): void {
    const row = this.#rowOf(time);
    for (const [name, value] of values) {
      if (Number.isNaN(value)) continue;
      let column = this.#columns.get(name);
      if (!column) this.#columns.set(name, (column = new GrowingColumn()));
      column.set(row, value);
    }
  }

  get rowCount(): number {
    return this.#times.length;
  }

  toBlock(): Block {
    const rows = this.rowCount;
    const columns = new Map<string, Float64Array>();
    for (const [name, column] of this.#columns) columns.set(name, column.toArray(rows));
    return { times: this.#times.toArray(rows), columns };
  }

  #rowOf(time: number): number {
    const { numbers, length } = this.#times;
    if (length === 0 || numbers[length - 1]! < time) {
      this.#times.set(length, time);
      return length;
    }
    const row = findLowerBound(numbers, length, time);
    if (numbers[row] === time) return row;
    for (const column of this.#columns.values()) column.insert(row);
    this.#times.insert(row);
    this.#times.set(row, time);
    return row;
  }
}
