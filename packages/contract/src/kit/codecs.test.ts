import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decodeBase64Text,
  encodeHex,
  decodeHex,
  encodeBase64Text,
  decodeXorHex,
  encodeXorHex,
} from './codecs.ts';

const text = fc.string({ unit: 'binary' });
const key = fc.string({ unit: 'binary', minLength: 1 });

test('decodes hexadecimal text in either case', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const hex = encodeHex(bytes);
      expect(hex).toHaveLength(bytes.length * 2);
      expect(decodeHex(hex.toUpperCase())).toEqual(Uint8Array.from(bytes));
    }),
  );
});

test.each(['a', '0g', 'abc', ' ab', '0x12', 'ab\n'])('refuses %j as hexadecimal text', (hex) =>
  expect(() => decodeHex(hex)).toThrow(SyntaxError),
);

test('decodes XOR text with the key that encoded it', () => {
  fc.assert(
    fc.property(text, key, (plain, secret) => decodeXorHex(encodeXorHex(plain, secret), secret) === plain),
  );
  expect(encodeXorHex('admin', 'key')).toBe('0a0114020b');
  expect(() => encodeXorHex('admin', '')).toThrow(RangeError);
});

test('returns the original text when the key is applied twice', () => {
  const ascii = fc.stringMatching(/^[\x20-\x7e]*$/);
  const asciiKey = fc.stringMatching(/^[\x20-\x7e]+$/);
  fc.assert(
    fc.property(ascii, asciiKey, (plain, secret) => {
      const once = new TextDecoder().decode(decodeHex(encodeXorHex(plain, secret)));
      expect(new TextDecoder().decode(decodeHex(encodeXorHex(once, secret)))).toBe(plain);
    }),
  );
});

test('decodes Base64 and returns undefined for invalid text', () => {
  fc.assert(fc.property(text, (plain) => decodeBase64Text(encodeBase64Text(plain)) === plain));
  for (const broken of ['***', 'a', '/w==']) expect(decodeBase64Text(broken)).toBeUndefined();
});
