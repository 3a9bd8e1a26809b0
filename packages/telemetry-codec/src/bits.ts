import type { ByteReader, ByteWriter } from './bytes.ts';

const WORD = 2 ** 32;

/** Bits that a whole number from 0 to 2^53 takes. */
export const bitLength = (value: number): number =>
  value < WORD ? 32 - Math.clz32(value) : 64 - Math.clz32(value / WORD);

export const packedLength = (count: number, width: number): number =>
  width <= 32 ? Math.ceil((count * width) / 8) : 4 * count + Math.ceil((count * (width - 32)) / 8);

const maskOf = (width: number): number => (width === 32 ? -1 : (1 << width) - 1);

/** Writes the low bits of each number, the first in the lowest bits; beyond 32 bits their high parts follow. */
export function packBits(writer: ByteWriter, values: Float64Array, count: number, width: number): void {
  if (width === 0) return;
  if (width > 32) {
    packBits(writer, values, count, 32);
    for (let index = 0; index < count; index++) values[index] = Math.floor(values[index]! / WORD);
    packBits(writer, values, count, width - 32);
    return;
  }
  const length = packedLength(count, width);
  const view = writer.reserve(length + 4);
  const mask = maskOf(width);
  let at = writer.length;
  let word = 0;
  let filled = 0;
  for (let index = 0; index < count; index++) {
    const value = values[index]! & mask;
    word |= value << filled;
    filled += width;
    if (filled < 32) continue;
    view.setInt32(at, word, true);
    at += 4;
    filled -= 32;
    word = filled === 0 ? 0 : value >>> (width - filled);
  }
  if (filled > 0) view.setInt32(at, word, true);
  writer.length += length;
}

/** Reads what `packBits` wrote to `out` from `start`. */
export function unpackBits(
  reader: ByteReader,
  out: Float64Array,
  start: number,
  count: number,
  width: number,
): void {
  if (width === 0) {
    out.fill(0, start, start + count);
    return;
  }
  if (width > 32) {
    unpackBits(reader, out, start, count, 32);
    const high = new Float64Array(count);
    unpackBits(reader, high, 0, count, width - 32);
    for (let index = 0; index < count; index++) out[start + index]! += high[index]! * WORD;
    return;
  }
  const length = packedLength(count, width);
  const from = reader.take(length);
  const { view } = reader;
  if (width === 8) {
    for (let index = 0; index < count; index++) out[start + index] = view.getUint8(from + index);
  } else if (width === 16) {
    for (let index = 0; index < count; index++) out[start + index] = view.getUint16(from + 2 * index, true);
  } else if (width === 32) {
    for (let index = 0; index < count; index++) out[start + index] = view.getUint32(from + 4 * index, true);
  } else {
    unpackWords(view, from, length, out, start, count, width);
  }
}

/** Widths that cross the borders of words, 1 to 31. */
function unpackWords(
  view: DataView,
  from: number,
  length: number,
  out: Float64Array,
  start: number,
  count: number,
  width: number,
): void {
  const mask = maskOf(width);
  const whole = from + (length & ~3);
  let at = from;
  let word = 0;
  let left = 0;
  for (let index = start; index < start + count; index++) {
    if (left >= width) {
      out[index] = word & mask;
      word >>>= width;
      left -= width;
    } else {
      const next = at < whole ? view.getInt32(at, true) : lastWord(view, at, from + length);
      at += 4;
      out[index] = (word | (next << left)) & mask;
      word = next >>> (width - left);
      left += 32 - width;
    }
  }
}

/** The one to three bytes before the end as a word. */
function lastWord(view: DataView, at: number, end: number): number {
  let word = 0;
  for (let place = at; place < end; place++) word |= view.getUint8(place) << (8 * (place - at));
  return word;
}
