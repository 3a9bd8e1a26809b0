import { expect, test } from 'vitest';
import { isUnchanged } from './compare.ts';

const BLOCKS = 144;
const COLUMNS = 16;

/** A picture whose blocks differ from the first one in these places. */
function createSignature(changed: readonly number[] = []): Uint8Array {
  const blocks = Uint8Array.from({ length: BLOCKS * 4 }, (_, index) => index % 251);
  for (const block of changed) blocks[block * 4 + 3] = 255;
  return blocks;
}

const row = (number: number, count = COLUMNS) =>
  Array.from({ length: count }, (_, column) => number * COLUMNS + column);

test.each([
  ['the same picture', [], true],
  ['another printed time at the top', row(0, 5), true],
  ['another printed time at the bottom', row(8, 14), true],
  ['printed texts in both rows of every column', [...row(0), ...row(8)], false],
  ['one changed block between them', [70], false],
  ['another picture', Array.from({ length: BLOCKS }, (_, block) => block), false],
])('%s', (_title, changed, isSame) => {
  expect(isUnchanged(createSignature(), createSignature(changed))).toBe(isSame);
});

test('signatures of another form are different', () => {
  expect(isUnchanged(createSignature(), createSignature().subarray(4))).toBe(false);
});
