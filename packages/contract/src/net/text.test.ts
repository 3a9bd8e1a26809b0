import { expect, test } from 'vitest';
import { storableText } from './text.ts';

test.each([
  ['', true],
  ['Rua de São João 7, 🚀', true],
  ['12345678901234567890123456789', true],
  ['a\u0000b', false],
  ['a\ud800b', false],
  ['x'.repeat(31), false],
])('accepts %j as storable: %s', (text, storable) => {
  expect(storableText(30).safeParse(text).success).toBe(storable);
});
