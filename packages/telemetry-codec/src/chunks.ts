import { BrokenBlock } from './block.ts';
import { countBits, packBits, computePackedLength, unpackBits } from './bits.ts';
import { type ByteReader, type ByteWriter, computeVarintLength, encodeZigzag } from './bytes.ts';

/** Maximum magnitude of packed numbers, up to which their zigzag values and differences are exact. */
export const MAX_PACKED = 2 ** 51;
const MAX_WIDTH = 52;

// First byte of a chunk: the width in bits, a flag for a base (otherwise the values are zigzag), and a flag
// for exceptions, which need more bits than the width.
const WIDTH_BITS = 63;
const HAS_BASE = 64;
const HAS_EXCEPTIONS = 128;

/**
 * Numbers per chunk, by the size code in the shape of a series. The first code means one chunk for all
 * numbers.
 */
export const CHUNK_SIZES: readonly number[] = [Infinity, 32, 128];

/** Chooses the smallest encoding of one chunk. */
export class ChunkPlan {
  bytes = 0;
  width = 0;
  exceptions = 0;
  hasBase = false;
  base = 0;
  /** Number of values by bit length. */
  readonly #counts = new Int32Array(65);

  measure(values: Float64Array, from: number, to: number): void {
    let min = values[from]!;
    let max = min;
    for (let index = from + 1; index < to; index++) {
      const value = values[index]!;
      if (value < min) min = value;
      if (value > max) max = value;
    }
    if (min === max) {
      this.#take(1 + (min === 0 ? 0 : computeVarintLength(encodeZigzag(min))), 0, 0, min !== 0, min);
      return;
    }
    this.bytes = Infinity;
    // Uses a base only if it saves bits, because it costs bytes.
    const base = min > 0 && countBits(max) === countBits(max - min) ? 0 : min;
    const widest = countBits(max - base);
    this.#countFrom(values, from, to, base, widest);
    this.#chooseWidth(to - from, widest, 1 + computeVarintLength(encodeZigzag(base)), true, base);
    if (min >= 0) return;
    const bothSides = countBits(Math.max(encodeZigzag(min), encodeZigzag(max)));
    this.#countBothSides(values, from, to, bothSides);
    this.#chooseWidth(to - from, bothSides, 1, false, 0);
  }

  #countFrom(values: Float64Array, from: number, to: number, base: number, widest: number): void {
    const counts = this.#counts;
    counts.fill(0);
    if (widest <= 32)
      for (let index = from; index < to; index++) counts[32 - Math.clz32(values[index]! - base)]!++;
    else for (let index = from; index < to; index++) counts[countBits(values[index]! - base)]!++;
  }

  #countBothSides(values: Float64Array, from: number, to: number, widest: number): void {
    const counts = this.#counts;
    counts.fill(0);
    if (widest <= 30) {
      for (let index = from; index < to; index++) {
        const value = values[index]! | 0;
        counts[32 - Math.clz32((value << 1) ^ (value >> 31))]!++;
      }
    } else for (let index = from; index < to; index++) counts[countBits(encodeZigzag(values[index]!))]!++;
  }

  /** Chooses the width with the smallest total of packed bits and exceptions. */
  #chooseWidth(count: number, widest: number, head: number, hasBase: boolean, base: number): void {
    const counts = this.#counts;
    const indexBytes = count > 128 ? 2 : 1;
    let above = 0;
    for (let width = widest; width >= 0; width--) {
      let bytes = head + computePackedLength(count, width);
      if (above > 0) bytes += indexBytes;
      for (let bits = width + 1; bits <= widest; bits++)
        bytes += counts[bits]! * (indexBytes + Math.floor((bits - width + 6) / 7));
      if (bytes < this.bytes) this.#take(bytes, width, above, hasBase, base);
      above += counts[width]!;
      if (above === count) return;
    }
  }

  #take(bytes: number, width: number, exceptions: number, hasBase: boolean, base: number): void {
    this.bytes = bytes;
    this.width = width;
    this.exceptions = exceptions;
    this.hasBase = hasBase;
    this.base = base;
  }
}

/** Writes numbers in chunks of `size`. `spare` is a work buffer with the same length as the numbers. */
export function writeChunks(
  writer: ByteWriter,
  values: Float64Array,
  count: number,
  size: number,
  plan: ChunkPlan,
  spare: Float64Array,
): void {
  for (let from = 0; from < count; from += size) {
    const to = Math.min(count, from + size);
    plan.measure(values, from, to);
    writeChunk(writer, values, from, to, plan, spare);
  }
}

function writeChunk(
  writer: ByteWriter,
  values: Float64Array,
  from: number,
  to: number,
  { width, exceptions, hasBase, base }: ChunkPlan,
  spare: Float64Array,
): void {
  writer.byte(width | (hasBase ? HAS_BASE : 0) | (exceptions > 0 ? HAS_EXCEPTIONS : 0));
  if (hasBase) writer.signed(base);
  for (let index = from; index < to; index++)
    spare[index - from] = hasBase ? values[index]! - base : encodeZigzag(values[index]!);
  if (exceptions > 0) writeExceptions(writer, spare, to - from, width, exceptions);
  packBits(writer, spare, to - from, width);
}

function writeExceptions(
  writer: ByteWriter,
  packed: Float64Array,
  count: number,
  width: number,
  exceptions: number,
): void {
  const limit = 2 ** width;
  writer.unsigned(exceptions);
  let next = 0;
  for (let index = 0; index < count; index++) {
    const value = packed[index]!;
    if (value < limit) continue;
    writer.unsigned(index - next);
    writer.unsigned(Math.floor(value / limit));
    next = index + 1;
  }
}

/** Reads `count` numbers in chunks of `size` into `out` from `start`. */
export function readChunks(
  reader: ByteReader,
  out: Float64Array,
  start: number,
  count: number,
  size: number,
): void {
  const end = start + count;
  for (let from = start; from < end; from += size) readChunk(reader, out, from, Math.min(size, end - from));
}

function readChunk(reader: ByteReader, out: Float64Array, from: number, count: number): void {
  const head = reader.byte();
  const width = head & WIDTH_BITS;
  if (width > MAX_WIDTH) throw new BrokenBlock('A chunk of the block is too wide.');
  const hasBase = (head & HAS_BASE) !== 0;
  const base = hasBase ? reader.signed() : 0;
  const to = from + count;
  if (width === 0 && (head & HAS_EXCEPTIONS) === 0) {
    out.fill(base, from, to);
    return;
  }
  // Reads the exceptions, which precede the packed bits, and adds them after unpacking.
  const exceptions = (head & HAS_EXCEPTIONS) === 0 ? undefined : readExceptions(reader, count, width);
  unpackBits(reader, out, from, count, width);
  if (exceptions)
    for (let index = 0; index < exceptions.length; index += 2)
      out[from + exceptions[index]!]! += exceptions[index + 1]!;
  if (!hasBase) unzigzag(out, from, to);
  else if (base !== 0) for (let index = from; index < to; index++) out[index]! += base;
}

/** Returns pairs of an index in the chunk and the amount to add there. */
function readExceptions(reader: ByteReader, count: number, width: number): Float64Array {
  const exceptions = reader.unsigned();
  // Rejects more exceptions than the remaining bytes can hold, because each takes at least 2 bytes.
  if (2 * exceptions > reader.remaining) throw new BrokenBlock('A chunk has too many exceptions.');
  const limit = 2 ** width;
  const read = new Float64Array(2 * exceptions);
  let next = 0;
  for (let index = 0; index < exceptions; index++) {
    const position = next + reader.unsigned();
    if (position >= count) throw new BrokenBlock('An exception is outside its chunk.');
    read[2 * index] = position;
    read[2 * index + 1] = reader.unsigned() * limit;
    next = position + 1;
  }
  return read;
}

function unzigzag(out: Float64Array, from: number, to: number): void {
  for (let index = from; index < to; index++) {
    const value = out[index]!;
    if (value < 0x80000000) out[index] = (value >>> 1) ^ -(value & 1);
    else out[index] = value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
