import { BrokenBlock } from './block.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import { CHUNK_SIZES, ChunkPlan, MAX_PACKED, readChunks, writeChunks } from './chunks.ts';

/** Maximum magnitude of integers in a series. */
export const MAX_INTEGER = 2 ** 52;

// Shape of a series: the order of its differences and the code of its chunk size.
const ORDERS = 3;
const ORDER_BITS = 3;
const SIZE_SHIFT = 2;
/** Chunk size for comparing orders; of long series, one chunk per stride is compared. */
const USUAL_SIZE = 128;
const SAMPLED_FROM = 4 * USUAL_SIZE;
const SAMPLE_STRIDE = 3 * USUAL_SIZE;

/** Buffers for writing, allocated once per block. */
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

function computeGreatestCommonDivisor(a: number, b: number): number {
  let [larger, smaller] = [a, b];
  while (smaller > 0) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

/**
 * Subtracts the first number from all numbers and divides them by the greatest common divisor of the
 * differences; returns that divisor.
 */
function normalise(values: Float64Array, count: number): number {
  const first = values[0]!;
  let unit = 0;
  for (let index = 1; index < count && unit !== 1; index++) {
    const distance = Math.abs(values[index]! - first);
    if (unit === 0 || distance % unit !== 0) unit = computeGreatestCommonDivisor(unit, distance);
  }
  if (unit <= 1) for (let index = 0; index < count; index++) values[index]! -= first;
  else for (let index = 0; index < count; index++) values[index] = (values[index]! - first) / unit;
  return unit;
}

/**
 * Computes differences of an order for the numbers from `from` to `to`; returns false when some are too
 * large. `from` skips numbers that are stored without differences.
 */
function computeDifferences(
  values: Float64Array,
  from: number,
  to: number,
  order: number,
  steps: Float64Array,
): boolean {
  let largest = 0;
  for (let index = from; index < to; index++) {
    const value = values[index]!;
    let step = value;
    if (order >= 1) step -= values[index - 1]!;
    if (order === 2) step -= values[index - 1]! - values[index - 2]!;
    steps[index - from] = step;
    if (step > largest) largest = step;
    else if (-step > largest) largest = -step;
  }
  return largest < MAX_PACKED;
}

const findFirstDifference = (order: number): number => Math.max(1, order);

/**
 * Returns the possible orders, the smallest estimated size first. Estimates long series from a sample of
 * their chunks.
 */
function sortOrdersBySize(values: Float64Array, count: number, { steps, plan }: Workspace): number[] {
  const stride = count > SAMPLED_FROM ? SAMPLE_STRIDE : USUAL_SIZE;
  const bytes = Array.from({ length: Math.min(ORDERS, count) }, (_, order) => {
    let sum = 0;
    for (let from = findFirstDifference(order); from < count; from += stride) {
      const to = Math.min(count, from + USUAL_SIZE);
      computeDifferences(values, from, to, order, steps);
      plan.measure(steps, 0, to - from);
      sum += plan.bytes;
    }
    return sum;
  });
  return [...bytes.keys()].sort((a, b) => bytes[a]! - bytes[b]!);
}

function measureEncodedBytes(steps: Float64Array, count: number, size: number, plan: ChunkPlan): number {
  let bytes = 0;
  for (let from = 0; from < count; from += size) {
    plan.measure(steps, from, Math.min(count, from + size));
    bytes += plan.bytes;
  }
  return bytes;
}

/** Writes integers; returns false and writes nothing when their differences are too large. Overwrites `values`. */
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
  const order = sortOrdersBySize(values, count, work).find(
    (order) =>
      computeDifferences(values, findFirstDifference(order), count, order, steps) &&
      (order < 2 || Math.abs(values[1]!) < MAX_PACKED),
  );
  if (order === undefined) return false;
  const left = count - findFirstDifference(order);
  const code = chooseSizeCode(steps, left, plan);
  writer.signed(first);
  writer.unsigned(unit);
  writer.byte(order | (code << SIZE_SHIFT));
  if (order === 2) writer.signed(values[1]!);
  writeChunks(writer, steps, left, CHUNK_SIZES[code]!, plan, spare);
  return true;
}

function chooseSizeCode(steps: Float64Array, count: number, plan: ChunkPlan): number {
  let best = 0;
  let fewest = Infinity;
  for (const [code, size] of CHUNK_SIZES.entries()) {
    if (code > 0 && size >= count) break;
    const bytes = measureEncodedBytes(steps, count, size, plan);
    if (bytes < fewest) [best, fewest] = [code, bytes];
  }
  return best;
}

/** Reads `count` (at least one) integers to the start of `out`. */
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
  const skipped = findFirstDifference(order);
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
