import { BrokenBlock } from './block.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import { decodeDecimal, decodeDecimals, MAX_DECIMAL_EXPONENT, toDecimals } from './decimals.ts';
import { readRaw, readXor, writeRaw, writeXor } from './doubles.ts';
import {
  countPresent,
  choosePresence,
  readPresence,
  expandToRows,
  selectPresentValues,
  writePresence,
} from './presence.ts';
import { readSeries, type Workspace, writeSeries } from './series.ts';

// First byte of a column: its form in the low bits, the encoding of missing values above them.
const FORM = { missing: 0, constant: 1, constantDouble: 2, decimals: 3, xor: 4, raw: 5 } as const;
const FORM_BITS = 7;
const PRESENCE_SHIFT = 3;

/** Bytes per value above which the encoder also tries the XOR form. */
const MAX_DECIMAL_BYTES = 5;

/** Writes a column in its smallest form; writes no bytes without rows. */
export function writeColumn(
  writer: ByteWriter,
  values: Float64Array,
  work: Workspace,
  present: Float64Array,
): void {
  if (values.length === 0) return;
  const count = selectPresentValues(values, present);
  if (count === 0) return writer.byte(FORM.missing);
  const presence = choosePresence(values, count);
  const head = presence << PRESENCE_SHIFT;
  const start = writer.length;
  writer.byte(head);
  writePresence(writer, values, presence);
  const form = writeValues(writer, present, count, work);
  writer.reserve(0).setUint8(start, head | form);
}

function writeValues(writer: ByteWriter, values: Float64Array, count: number, work: Workspace): number {
  const isConstant = areAllEqual(values, count);
  const power = toDecimals(values, isConstant ? 1 : count, work.whole);
  const start = writer.length;
  if (isConstant) {
    if (power < 0) writer.double(values[0]!);
    else {
      writer.byte(power);
      writer.signed(work.whole[0]!);
    }
    return power < 0 ? FORM.constantDouble : FORM.constant;
  }
  if (power >= 0) {
    writer.byte(power);
    if (!writeSeries(writer, work.whole, count, work)) writer.remove(start, writer.length);
  }
  const middle = writer.length;
  const decimals = middle > start ? middle - start : Infinity;
  if (decimals <= MAX_DECIMAL_BYTES * count) return FORM.decimals;
  writeXor(writer, values, count, work);
  const xor = writer.length - middle;
  if (decimals <= Math.min(xor, 8 * count)) {
    writer.remove(middle, writer.length);
    return FORM.decimals;
  }
  writer.remove(start, middle);
  if (xor < 8 * count) return FORM.xor;
  writer.remove(start, writer.length);
  writeRaw(writer, values, count);
  return FORM.raw;
}

/**
 * Returns true when all values have the same bits. Compares with === first, because only 0 and -0 are equal
 * but have different bits.
 */
function areAllEqual(values: Float64Array, count: number): boolean {
  const first = values[0]!;
  for (let index = 1; index < count; index++) if (values[index] !== first) return false;
  if (first !== 0) return true;
  for (let index = 1; index < count; index++) if (!Object.is(values[index], first)) return false;
  return true;
}

/** Reads a column of `rows` rows from a reader that contains exactly its bytes. */
export function readColumn(reader: ByteReader, rows: number): Float64Array {
  const values = new Float64Array(rows);
  if (rows > 0) readRows(reader, values);
  reader.expectEnd();
  return values;
}

function readRows(reader: ByteReader, values: Float64Array): void {
  const head = reader.byte();
  const form = head & FORM_BITS;
  if (form === FORM.missing) {
    values.fill(Number.NaN);
    return;
  }
  const mask = readPresence(reader, values.length, head >> PRESENCE_SHIFT);
  const count = mask ? countPresent(mask) : values.length;
  if (count === 0) throw new BrokenBlock('A column of the block has a form but no values.');
  readValues(reader, form, values, count);
  if (mask) expandToRows(values, mask, count);
}

function readValues(reader: ByteReader, form: number, values: Float64Array, count: number): void {
  if (form === FORM.constant) {
    const power = readPower(reader);
    values.fill(decodeDecimal(reader.signed(), power), 0, count);
  } else if (form === FORM.constantDouble) values.fill(reader.double(), 0, count);
  else if (form === FORM.decimals) {
    const power = readPower(reader);
    readSeries(reader, values, count);
    decodeDecimals(values, count, power);
  } else if (form === FORM.xor) readXor(reader, values, count);
  else if (form === FORM.raw) readRaw(reader, values, count);
  else throw new BrokenBlock('A column of the block has no known form.');
}

function readPower(reader: ByteReader): number {
  const power = reader.byte();
  if (power > MAX_DECIMAL_EXPONENT) throw new BrokenBlock('A column of the block has no known power of ten.');
  return power;
}
