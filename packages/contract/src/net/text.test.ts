import { expect, test } from 'vitest';
import { storableText } from './text.ts';

test.each(['', 'Rua de São João 7, 🚀', '12345678901234567890123456789'])('accepts the text %j', (text) => {
  expect(storableText(30).safeParse(text).success).toBe(true);
});

test.each(['a\u0000b', 'a\ud800b', 'x'.repeat(31)])('refuses the text %j', (text) => {
  expect(storableText(30).safeParse(text).success).toBe(false);
});
