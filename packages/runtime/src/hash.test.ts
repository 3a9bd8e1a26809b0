import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCanonicalJson, hashSha256Hex } from './hash.ts';

const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, shuffled(member)]),
  );
};

test('returns equal text for equal documents, regardless of the order of their members', () =>
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(formatCanonicalJson(shuffled(value))).toBe(formatCanonicalJson(value));
    }),
  ));

test('returns JSON that parses to the same value', () =>
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(formatCanonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  ));

test.each([
  [{ b: 1, a: [2, { d: undefined, c: null }] }, '{"a":[2,{"c":null}],"b":1}'],
  [[undefined, 'é\n'], '[null,"é\\n"]'],
  [{}, '{}'],
])('formats %j canonically', (value, text) => {
  expect(formatCanonicalJson(value)).toBe(text);
});

test('returns the SHA-256 test vector for "abc"', () => {
  expect(hashSha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
