import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createRandomBase62,
  drawRandomFloat,
  createRandomId,
  drawRandomInt,
  SeededEntropy,
  SystemEntropy,
} from './entropy.ts';

test('returns the same bytes for the same seed and other bytes for another seed', () => {
  const draw = (seed: number) => [...new SeededEntropy(seed).bytes(32)];
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
});

test('returns base62 text of the requested length', () =>
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 64 }), (seed, length) => {
      const text = createRandomBase62(new SeededEntropy(seed), length);
      expect(text).toHaveLength(length);
      expect(text).toMatch(/^[0-9A-Za-z]*$/);
    }),
  ));

test('skips bytes that would bias base62 characters', () => {
  const bytes = [248, 255, 0, 61, 62, 247];
  const entropy = { bytes: (length: number) => Uint8Array.from({ length }, () => bytes.shift() ?? 1) };
  expect(createRandomBase62(entropy, 4)).toBe('0z0z');
});

test('creates UUIDs of version 7 that sort by time', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 48 - 2 }),
      fc.integer({ min: 1, max: 1000 }),
      fc.integer(),
      (now, later, seed) => {
        const entropy = new SeededEntropy(seed);
        const next = Math.min(now + later, 2 ** 48 - 1);
        const [first, second] = [createRandomId(entropy, now), createRandomId(entropy, next)];
        expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(Number.parseInt(first.slice(0, 13).replace('-', ''), 16)).toBe(now);
        expect(first < second).toBe(true);
      },
    ),
  ));

test('returns numbers within their range, including its ends', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: -50, max: 50 }), fc.nat(100), (seed, from, width) => {
      const entropy = new SeededEntropy(seed);
      const float = drawRandomFloat(entropy);
      expect(float >= 0 && float < 1).toBe(true);
      const integer = drawRandomInt(entropy, from, from + width);
      expect(integer >= from && integer <= from + width && Number.isInteger(integer)).toBe(true);
    }),
  );
  const always = (byte: number) => ({ bytes: (length: number) => new Uint8Array(length).fill(byte) });
  expect([drawRandomInt(always(0), 3, 9), drawRandomInt(always(255), 3, 9)]).toEqual([3, 9]);
});

test('does not repeat values of the system source', () => {
  const entropy = new SystemEntropy();
  expect(new Set(Array.from({ length: 100 }, () => createRandomBase62(entropy))).size).toBe(100);
});
