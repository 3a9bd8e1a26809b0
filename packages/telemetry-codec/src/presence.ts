import { BrokenBlock } from './block.ts';
import { type ByteReader, type ByteWriter, computeVarintLength } from './bytes.ts';

/** Encodings of the rows in which a column has a value. */
export const PRESENCE = { all: 0, runs: 1, bitmap: 2 } as const;
export type Presence = (typeof PRESENCE)[keyof typeof PRESENCE];

/** Copies the present values to the start of `out` and returns their number. */
export function selectPresentValues(values: Float64Array, out: Float64Array): number {
  let count = 0;
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (value === value) out[count++] = value;
  }
  return count;
}

/**
 * Calls back with the lengths of alternating runs: first of present values (may be 0), then of missing
 * values, and so on.
 */
function forEachRun(values: Float64Array, take: (length: number) => void): void {
  let isPresent = true;
  let start = 0;
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if ((value === value) === isPresent) continue;
    take(row - start);
    start = row;
    isPresent = !isPresent;
  }
  take(values.length - start);
}

export function choosePresence(values: Float64Array, present: number): Presence {
  if (present === values.length) return PRESENCE.all;
  let bytes = 0;
  forEachRun(values, (length) => (bytes += computeVarintLength(length)));
  return bytes <= Math.ceil(values.length / 8) ? PRESENCE.runs : PRESENCE.bitmap;
}

export function writePresence(writer: ByteWriter, values: Float64Array, presence: Presence): void {
  if (presence === PRESENCE.runs) forEachRun(values, (length) => writer.unsigned(length));
  if (presence !== PRESENCE.bitmap) return;
  for (let row = 0; row < values.length; row += 8) {
    let bits = 0;
    for (let bit = 0; bit < 8 && row + bit < values.length; bit++) {
      const value = values[row + bit]!;
      if (value === value) bits |= 1 << bit;
    }
    writer.byte(bits);
  }
}

/** Returns a mask with 1 for each row with a value; undefined when all rows have one. */
export function readPresence(reader: ByteReader, rows: number, presence: number): Uint8Array | undefined {
  if (presence === PRESENCE.all) return undefined;
  if (presence === PRESENCE.runs) return readRuns(reader, rows);
  if (presence !== PRESENCE.bitmap) throw new BrokenBlock('A column of the block has no known presence.');
  const from = reader.take(Math.ceil(rows / 8));
  const mask = new Uint8Array(rows);
  for (let row = 0; row < rows; row++) mask[row] = (reader.view.getUint8(from + (row >> 3)) >> (row & 7)) & 1;
  return mask;
}

function readRuns(reader: ByteReader, rows: number): Uint8Array {
  const mask = new Uint8Array(rows);
  let isPresent = true;
  for (let row = 0; row < rows; isPresent = !isPresent) {
    const length = reader.unsigned();
    if (length > rows - row || (length === 0 && row > 0))
      throw new BrokenBlock('A run of a column is too long.');
    if (isPresent) mask.fill(1, row, row + length);
    row += length;
    // Rejects an empty run except for the first, so that the loop always advances.
    if (row === 0 && !isPresent) throw new BrokenBlock('A column of the block begins with two empty runs.');
  }
  return mask;
}

export function countPresent(mask: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < mask.length; row++) count += mask[row]!;
  return count;
}

/** Moves the values from the start of the array to their rows; other rows become NaN. */
export function expandToRows(values: Float64Array, mask: Uint8Array, present: number): void {
  let next = present;
  for (let row = mask.length - 1; row >= 0; row--)
    values[row] = mask[row] === 1 ? values[--next]! : Number.NaN;
}
