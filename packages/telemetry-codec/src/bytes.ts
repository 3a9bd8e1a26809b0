import { BrokenBlock } from './block.ts';

const FIRST_CAPACITY = 1024;
const MAX_VARINT = 2 ** 53;
const MAX_VARINT_BYTES = 8;

/** Returns the encoded length of a number with seven bits per byte. */
export function computeVarintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest >= 128; rest /= 128) length++;
  return length;
}

/** Maps signed integers to non-negative ones, in the order 0, -1, 1, -2 and so on. */
export const encodeZigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

/** Growing byte buffer. */
export class ByteWriter {
  length = 0;
  #bytes = new Uint8Array(FIRST_CAPACITY);
  #view = new DataView(this.#bytes.buffer);

  /** Returns a view with at least `count` bytes beyond the end; valid until the next call. */
  reserve(count: number): DataView {
    const needed = this.length + count;
    if (needed > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
      grown.set(this.#bytes);
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    return this.#view;
  }

  byte(value: number): void {
    this.reserve(1).setUint8(this.length++, value);
  }

  unsigned(value: number): void {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.byte((rest % 128) | 128);
    this.byte(rest);
  }

  signed(value: number): void {
    this.unsigned(encodeZigzag(value));
  }

  double(value: number): void {
    this.reserve(8).setFloat64(this.length, value, true);
    this.length += 8;
  }

  /** Removes the bytes from offset `from` up to, but without, offset `to`; later bytes move forward. */
  remove(from: number, to: number): void {
    this.#bytes.copyWithin(from, to, this.length);
    this.length -= to - from;
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }
}

/** Reads bytes from an offset to an end; throws when a read exceeds the end. */
export class ByteReader {
  readonly view: DataView;
  at: number;
  readonly end: number;

  constructor(view: DataView, at: number, end: number) {
    this.view = view;
    this.at = at;
    this.end = end;
  }

  get remaining(): number {
    return this.end - this.at;
  }

  /** Skips `count` bytes and returns their offset; throws when fewer remain. */
  take(count: number): number {
    const from = this.at;
    if (count > this.end - from) throw new BrokenBlock('The block ends too early.');
    this.at = from + count;
    return from;
  }

  byte(): number {
    return this.view.getUint8(this.take(1));
  }

  unsigned(): number {
    let value = 0;
    let scale = 1;
    for (let count = 0; count < MAX_VARINT_BYTES; count++) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128 && value <= MAX_VARINT) return value;
      if (byte < 128) break;
      scale *= 128;
    }
    throw new BrokenBlock('A number in the block is too large.');
  }

  signed(): number {
    const value = this.unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  double(): number {
    return this.view.getFloat64(this.take(8), true);
  }

  expectEnd(): void {
    if (this.at !== this.end) throw new BrokenBlock('The block has unexpected extra bytes.');
  }
}
