import { BrokenBlock } from './block.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import { CHUNK_SIZES, ChunkPlan, MAX_PACKED, readChunks, writeChunks } from './chunks.ts';

/** Whole numbers up to this magnitude make a series. */
export const MAX_WHOLE = 2 ** 52;

// The shape of a series: how often differences are taken, and the code of its chunk size.
const ORDERS = 3;
const ORDER_BITS = 3;
const SIZE_SHIFT = 2;
/** The chunk size by which orders are compared, and the ones that the best order is tried with. */
const USUAL_SIZE = 128;

/** What writing needs beside its input, made once for a block. */
export class Workspace {
  readonly whole: Float64Array;
  readonly steps: Float64Array;
  readonly spare: Float64Array;
  readonly plan = new ChunkPlan();

  constructor(rows: number) {
    this.whole = new Float64Array(rows);
    this.steps = new Float64Array(rows);
    this.spare = new Float64Array(rows);
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  let [larger, smaller] = [a, b];
  while (smaller > 0) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

/** Counts the numbers from the first one, in units of what divides all their distances; answers that unit. */
function normalise(values: Float64Array, count: number): number {
  const first = values[0]!;
  let unit = 0;
  for (let index = 1; index < count && unit !== 1; index++) {
    const distance = Math.abs(values[index]! - first);
    if (unit === 0 || distance % unit !== 0) unit = greatestCommonDivisor(unit, distance);
  }
  if (unit <= 1) for (let index = 0; index < count; index++) values[index]! -= first;
  else for (let index = 0; index < count; index++) values[index] = (values[index]! - first) / unit;
  return unit;
}

/** Differences of an order, without the `order` numbers that a reader starts from (0: the first one). */
function stepsOf(values: Float64Array, count: number, order: number, steps: Float64Array): boolean {
  const skipped = Math.max(1, order);
  // The first step of an order is written as it is.
  let largest = order === 2 ? Math.abs(values[1]!) : 0;
  for (let index = skipped; index < count; index++) {
    const value = values[index]!;
    let step = value;
    if (order >= 1) step -= values[index - 1]!;
    if (order === 2) step -= values[index - 1]! - values[index - 2]!;
    steps[index - skipped] = step;
    if (step > largest) largest = step;
    else if (-step > largest) largest = -step;
  }
  return largest < MAX_PACKED;
}

function bytesIn(steps: Float64Array, count: number, size: number, plan: ChunkPlan): number {
  let bytes = 0;
  for (let from = 0; from < count; from += size) {
    plan.measure(steps, from, Math.min(count, from + size));
    bytes += plan.bytes;
  }
  return bytes;
}

/** Writes whole numbers; false, with nothing written, when they lie too far apart. `values` is used up. */
export function writeSeries(
  writer: ByteWriter,
  values: Float64Array,
  count: number,
  work: Workspace,
): boolean {
  const first = values[0]!;
  if (count === 1) {
    writer.signed(first);
    return true;
  }
  const unit = normalise(values, count);
  const { steps, spare, plan } = work;
  let best = -1;
  let fewest = Infinity;
  for (let order = 0; order < Math.min(ORDERS, count); order++) {
    if (!stepsOf(values, count, order, steps)) continue;
    const bytes = bytesIn(steps, count - Math.max(1, order), USUAL_SIZE, plan);
    if (bytes < fewest) [best, fewest] = [order, bytes];
  }
  if (best < 0) return false;
  const left = count - Math.max(1, best);
  stepsOf(values, count, best, steps);
  const code = bestSize(steps, left, plan);
  writer.signed(first);
  writer.unsigned(unit);
  writer.byte(best | (code << SIZE_SHIFT));
  if (best === 2) writer.signed(values[1]!);
  writeChunks(writer, steps, left, CHUNK_SIZES[code]!, plan, spare);
  return true;
}

function bestSize(steps: Float64Array, count: number, plan: ChunkPlan): number {
  let best = 0;
  let fewest = Infinity;
  for (const [code, size] of CHUNK_SIZES.entries()) {
    if (code > 0 && size >= count) break;
    const bytes = bytesIn(steps, count, size, plan);
    if (bytes < fewest) [best, fewest] = [code, bytes];
  }
  return best;
}

/** Reads so many whole numbers, at least one, to the start of `out`. */
export function readSeries(reader: ByteReader, out: Float64Array, count: number): void {
  const first = reader.signed();
  if (count === 1) {
    out[0] = first;
    return;
  }
  const unit = reader.unsigned();
  const shape = reader.byte();
  const order = shape & ORDER_BITS;
  const size = CHUNK_SIZES[shape >> SIZE_SHIFT];
  if (order >= ORDERS || order >= Math.max(2, count) || size === undefined)
    throw new BrokenBlock('A series of the block has no known shape.');
  out[0] = 0;
  if (order === 2) out[1] = reader.signed();
  const skipped = Math.max(1, order);
  readChunks(reader, out, skipped, count - skipped, size);
  if (order === 1) sumOnce(out, count);
  if (order === 2) sumTwice(out, count);
  if (unit === 1) for (let index = 0; index < count; index++) out[index]! += first;
  else for (let index = 0; index < count; index++) out[index] = out[index]! * unit + first;
}

function sumOnce(out: Float64Array, count: number): void {
  let sum = 0;
  for (let index = 1; index < count; index++) out[index] = sum += out[index]!;
}

function sumTwice(out: Float64Array, count: number): void {
  let step = out[1]!;
  let sum = step;
  for (let index = 2; index < count; index++) out[index] = sum += step += out[index]!;
}
