import type { ByteReader, ByteWriter } from './bytes.ts';

const TWO_POW_32 = 2 ** 32;

/** Returns the number of bits of an integer from 0 to 2^53. */
export const countBits = (value: number): number =>
  value < TWO_POW_32 ? 32 - Math.clz32(value) : 64 - Math.clz32(value / TWO_POW_32);

export const computePackedLength = (count: number, width: number): number =>
  width <= 32 ? Math.ceil((count * width) / 8) : 4 * count + Math.ceil((count * (width - 32)) / 8);

const createMask = (width: number): number => (width === 32 ? -1 : (1 << width) - 1);

/**
 * Packs `width` bits of each number, the first number in the lowest bits. For widths above 32, the high parts
 * follow the low ones.
 */
export function packBits(writer: ByteWriter, values: Float64Array, count: number, width: number): void {
  if (width === 0) return;
  if (width > 32) {
    packBits(writer, values, count, 32);
    for (let index = 0; index < count; index++) values[index] = Math.floor(values[index]! / TWO_POW_32);
    packBits(writer, values, count, width - 32);
    return;
  }
  const length = computePackedLength(count, width);
  const view = writer.reserve(length + 4);
  const mask = createMask(width);
  let at = writer.length;
  let bits = 0;
  let filled = 0;
  for (let index = 0; index < count; index++) {
    const value = values[index]! & mask;
    bits |= value << filled;
    filled += width;
    if (filled < 32) continue;
    view.setInt32(at, bits, true);
    at += 4;
    filled -= 32;
    bits = filled === 0 ? 0 : value >>> (width - filled);
  }
  if (filled > 0) view.setInt32(at, bits, true);
  writer.length += length;
}

/** Unpacks the result of `packBits` into `out`, beginning at `start`. */
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
    for (let index = 0; index < count; index++) out[start + index]! += high[index]! * TWO_POW_32;
    return;
  }
  const length = computePackedLength(count, width);
  const from = reader.take(length);
  const { view } = reader;
  if (width === 8) {
    for (let index = 0; index < count; index++) out[start + index] = view.getUint8(from + index);
  } else if (width === 16) {
    for (let index = 0; index < count; index++) out[start + index] = view.getUint16(from + 2 * index, true);
  } else if (width === 32) {
    for (let index = 0; index < count; index++) out[start + index] = view.getUint32(from + 4 * index, true);
  } else {
    unpackUnaligned(view, from, length, out, start, count, width);
  }
}

/** Unpacks widths from 1 to 31, whose values can cross the borders of 32-bit units. */
function unpackUnaligned(
  view: DataView,
  from: number,
  length: number,
  out: Float64Array,
  start: number,
  count: number,
  width: number,
): void {
  const mask = createMask(width);
  const whole = from + (length & ~3);
  let at = from;
  let bits = 0;
  let left = 0;
  for (let index = start; index < start + count; index++) {
    if (left >= width) {
      out[index] = bits & mask;
      bits >>>= width;
      left -= width;
    } else {
      const next = at < whole ? view.getInt32(at, true) : readLastBytes(view, at, from + length);
      at += 4;
      out[index] = (bits | (next << left)) & mask;
      bits = next >>> (width - left);
      left += 32 - width;
    }
  }
}

/** Reads the last 1 to 3 bytes as a 32-bit number. */
function readLastBytes(view: DataView, at: number, end: number): number {
  let bits = 0;
  for (let offset = at; offset < end; offset++) bits |= view.getUint8(offset) << (8 * (offset - at));
  return bits;
}
