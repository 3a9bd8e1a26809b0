import { randomBytes } from 'node:crypto';

/** Source of random bytes. Tests and simulations replace it by a reproducible source. */
export interface Entropy {
  bytes(length: number): Uint8Array;
}

export class SystemEntropy implements Entropy {
  bytes(length: number): Uint8Array {
    return randomBytes(length);
  }
}

/** Reproducible random source (mulberry32) for simulations and tests, never for secrets. */
export class SeededEntropy implements Entropy {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  bytes(length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    for (let index = 0; index < length; index++) bytes[index] = this.#next() & 0xff;
    return bytes;
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns `length` unbiased base62 characters; 22 characters contain 130 bits. */
export function createRandomBase62(entropy: Entropy, length = 22): string {
  let text = '';
  while (text.length < length) {
    for (const byte of entropy.bytes(length)) {
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}

/** Returns a UUIDv7, which sorts by time; `now` in ms. */
export function createRandomId(entropy: Entropy, now: number): string {
  const bytes = new Uint8Array(16);
  bytes.set(entropy.bytes(16));
  let time = now;
  for (let index = 5; index >= 0; index--) {
    bytes[index] = time % 256;
    time = Math.floor(time / 256);
  }
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = Buffer.from(bytes).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Returns a number in [0, 1). */
export function drawRandomFloat(entropy: Entropy): number {
  const [a = 0, b = 0, c = 0, d = 0] = entropy.bytes(4);
  return (((a << 24) | (b << 16) | (c << 8) | d) >>> 0) / 4294967296;
}

/** Returns an integer in [from, to], both included. */
export function drawRandomInt(entropy: Entropy, from: number, to: number): number {
  return from + Math.floor(drawRandomFloat(entropy) * (to - from + 1));
}
