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
    'a help paragraph',
    'packages/web/src/help/pages/x.md',
    '# Title\n\nA paragraph of the help page that is long enough to be judged by a reviewer.\n',
    'help paragraph',
    'A paragraph of the help page that is long enough to be judged by a reviewer.',
  ],
])('extracts %s', (_title, path, text, kind, expected) => {
  expect(extractSamples({ path, text }).map((sample) => [sample.kind, sample.text])).toEqual([
    [kind, expected],
  ]);
});
