import { expect, test } from 'vitest';
import { birthMessage } from './messages.ts';

test.each([
  [undefined, 'cloud'],
  ['cloud', 'cloud'],
  ['local', 'local'],
  [1, 'cloud'],
  [0, 'local'],
])('reads the management mode %s of a birth as %s', (managed, mode) => {
  expect(birthMessage.shape.managed.parse(managed)).toBe(mode);
});

test.each([2, '1', 'on', null])('refuses the management mode %s of a birth', (managed) => {
  expect(birthMessage.shape.managed.safeParse(managed).success).toBe(false);
});
