import { expect, test } from 'vitest';
import { extractSamples } from '../scripts/language-samples.ts';

const CODE = `/**
 * Stores a draft
 * of one account.
 */
export function storeDraft() {
  // The row is locked
  // by the caller.
  return 'The draft was changed.';
}
`;

test('extracts comments, texts and exported names of the console', () => {
  expect(extractSamples({ path: 'packages/web/src/x.ts', text: CODE })).toEqual([
    { kind: 'comment', place: 'packages/web/src/x.ts:1', text: 'Stores a draft of one account.' },
    { kind: 'comment', place: 'packages/web/src/x.ts:6', text: 'The row is locked by the caller.' },
    { kind: 'screen text', place: 'packages/web/src/x.ts:8', text: 'The draft was changed.' },
    { kind: 'identifier', place: 'packages/web/src/x.ts:5', text: 'storeDraft' },
  ]);
});

test.each([
  [
    'a text between tags',
    'packages/web/src/X.tsx',
    '<p>No results found.</p>',
    'screen text',
    'No results found.',
  ],
  [
    'a test title',
    'packages/server/src/x.test.ts',
    "test('refuses a draft', () => {});",
    'test title',
    'refuses a draft',
  ],
  [
    'the title of a test after that of its group',
    'packages/server/src/x.test.ts',
    "describe('a draft', () => {\n  it('is saved', () => {});\n});\n",
    'test title',
    'a draft: is saved',
  ],
  [
    'a test title after its table of cases',
    'packages/server/src/x.test.ts',
    "test.each([\n  ['empty', f()],\n])('refuses %s', () => {});\n",
    'test title',
    'refuses %s',
  ],
  [
    'a text beside a comment with an example',
    'packages/web/src/x.ts',
    "/** Formats `'A small draft'`. */\nconst a = 'A large draft';\n",
    'screen text',
    'A large draft',
  ],
  [
    'a help paragraph',
    'packages/web/src/help/pages/x.md',
    '# Title\n\nA paragraph of the help page that is long enough to be judged by a reviewer.\n',
    'help paragraph',
    'A paragraph of the help page that is long enough to be judged by a reviewer.',
  ],
])('extracts %s', (_title, path, text, kind, expected) => {
  const samples = extractSamples({ path, text }).filter((sample) => sample.kind === kind);
  expect(samples.map((sample) => sample.text)).toEqual([expected]);
});
