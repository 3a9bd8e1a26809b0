import { BrokenBlock } from './block.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import { readChunks, writeChunks } from './chunks.ts';
import type { Workspace } from './series.ts';

/** Number of XOR values per chunk. */
const CHUNK = 128;
const bits = new DataView(new ArrayBuffer(8));

export function writeRaw(writer: ByteWriter, values: Float64Array, count: number): void {
  for (let index = 0; index < count; index++) writer.double(values[index]!);
}

export function readRaw(reader: ByteReader, out: Float64Array, count: number): void {
  const from = reader.take(8 * count);
  for (let index = 0; index < count; index++) out[index] = reader.view.getFloat64(from + 8 * index, true);
}

/**
 * Writes the first double, and the XOR of each further double with its predecessor. Writes the high and the
 * low 32 bits separately.
 */
export function writeXor(writer: ByteWriter, values: Float64Array, count: number, work: Workspace): void {
  const { whole: highs, steps: lows, spare, plan } = work;
  writer.double(values[0]!);
  bits.setFloat64(0, values[0]!);
  let [high, low] = [bits.getInt32(0), bits.getInt32(4)];
  let anyLow = 0;
  for (let index = 1; index < count; index++) {
    bits.setFloat64(0, values[index]!);
    highs[index - 1] = (bits.getInt32(0) ^ high) >>> 0;
    lows[index - 1] = (bits.getInt32(4) ^ low) >>> 0;
    anyLow |= lows[index - 1]!;
    high = bits.getInt32(0);
    low = bits.getInt32(4);
  }
  const shift = anyLow === 0 ? 0 : 31 - Math.clz32(anyLow & -anyLow);
  for (let index = 0; index < count - 1; index++) lows[index] = lows[index]! >>> shift;
  writer.byte(shift);
  writeChunks(writer, highs, count - 1, CHUNK, plan, spare);
  writeChunks(writer, lows, count - 1, CHUNK, plan, spare);
}

export function readXor(reader: ByteReader, out: Float64Array, count: number): void {
  const first = reader.double();
  const shift = reader.byte();
  if (shift > 31) throw new BrokenBlock('A column of the block has no known shift.');
  const lows = new Float64Array(count);
  readChunks(reader, out, 1, count - 1, CHUNK);
  readChunks(reader, lows, 1, count - 1, CHUNK);
  bits.setFloat64(0, first);
  out[0] = first;
  let [high, low] = [bits.getInt32(0), bits.getInt32(4)];
  for (let index = 1; index < count; index++) {
    high ^= out[index]!;
    low ^= lows[index]! << shift;
    bits.setInt32(0, high);
    bits.setInt32(4, low);
    out[index] = bits.getFloat64(0);
  }
}
