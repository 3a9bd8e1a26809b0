import { BrokenBlock } from './block.ts';
import { type ByteReader, type ByteWriter, varintLength } from './bytes.ts';

/** How a column says which of its rows hold a value. */
export const PRESENCE = { all: 0, runs: 1, bitmap: 2 } as const;
export type Presence = (typeof PRESENCE)[keyof typeof PRESENCE];

/** Moves the values that are there to the start of `out`; answers how many there are. */
export function takePresent(values: Float64Array, out: Float64Array): number {
  let count = 0;
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (value === value) out[count++] = value;
  }
  return count;
}

/** Lengths of the runs in turn: of values that are there (the first may be 0), of missing ones, and so on. */
function eachRun(values: Float64Array, take: (length: number) => void): void {
  let isThere = true;
  let start = 0;
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if ((value === value) === isThere) continue;
    take(row - start);
    start = row;
    isThere = !isThere;
  }
  take(values.length - start);
}

export function presenceOf(values: Float64Array, present: number): Presence {
  if (present === values.length) return PRESENCE.all;
  let bytes = 0;
  eachRun(values, (length) => (bytes += varintLength(length)));
  return bytes <= Math.ceil(values.length / 8) ? PRESENCE.runs : PRESENCE.bitmap;
}

export function writePresence(writer: ByteWriter, values: Float64Array, presence: Presence): void {
  if (presence === PRESENCE.runs) eachRun(values, (length) => writer.unsigned(length));
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

/** A 1 for each row that holds a value; nothing when all do. */
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
  let isThere = true;
  for (let row = 0; row < rows; isThere = !isThere) {
    const length = reader.unsigned();
    if (length > rows - row || (length === 0 && row > 0))
      throw new BrokenBlock('A run of a column is too long.');
    if (isThere) mask.fill(1, row, row + length);
    row += length;
    // Only the first run may be empty, so that each further one leads on.
    if (row === 0 && !isThere) throw new BrokenBlock('A column of the block begins with nothing twice.');
  }
  return mask;
}

export function countPresent(mask: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < mask.length; row++) count += mask[row]!;
  return count;
}

/** Moves the values from the start to the rows that hold one; the others become NaN. */
export function spread(values: Float64Array, mask: Uint8Array, present: number): void {
  let next = present;
  for (let row = mask.length - 1; row >= 0; row--)
    values[row] = mask[row] === 1 ? values[--next]! : Number.NaN;
}
