import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packPayload, unpackPayload } from './payload.ts';

test('unpacks packed messages of any size', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.string()),
      fc.integer({ min: 0, max: 3000 }),
      (message, repeats) => {
        const large = { ...message, gzip: undefined, filler: 'vlan 30 '.repeat(repeats) };
        expect(unpackPayload(packPayload(large))).toEqual(JSON.parse(JSON.stringify(large)));
      },
    ),
    { numRuns: 50 },
  );
});

test('keeps small messages as JSON and compresses large ones', () => {
  expect(packPayload({ rev: 1 })).toBe('{"rev":1}');
  expect(packPayload({ text: 'a'.repeat(50_000) }).length).toBeLessThan(2_000);
});

test('rejects a message that expands to more than 4 MB, and invalid compressed data', () => {
  const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024, 32)).toString('base64');
  expect(() => unpackPayload(JSON.stringify({ gzip: bomb }))).toThrow();
  expect(() => unpackPayload('{"gzip":7}')).toThrow();
  expect(() => unpackPayload('{"gzip":"bm90IGd6aXA="}')).toThrow();
});
