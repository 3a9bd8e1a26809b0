import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Source } from './house-rules.ts';
import { findPhrases, checkLanguage, PHRASES } from './language.ts';
import { EXCEPTIONS, KEPT_NAMES, PENDING } from './language-exceptions.ts';

/** Pages that quote the replaced phrases in order to replace them. */
const ABOUT_LANGUAGE = /^(docs\/language\.md|tests\/language[-.\w]*\.ts)$/;
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
});
const sources: Source[] = listed
  .split('\n')
  .filter(
    (path) => /\.(tsx?|js|md|css|html|sh)$/.test(path) && !ABOUT_LANGUAGE.test(path) && existsSync(path),
  )
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

test('finds no replaced phrase outside the exceptions', () => {
  expect(checkLanguage(sources, { pending: PENDING, exceptions: EXCEPTIONS, kept: KEPT_NAMES })).toEqual([]);
});

const NO_RULES = { pending: [], exceptions: [], kept: {} };

test.each([
  ['a comment', '// The device is told.', 'tell'],
  ['a wrapped comment', '/**\n * Changes that\n * stands here.\n */', 'stand'],
  ['an identifier', 'const toldAt = 1;', 'tell'],
  ['a column', 'sql`select told_at`', 'tell'],
  ['a sentence that begins with a clause', '/** What the device runs. */', 'what clause'],
  ['a test title', "test('whoever asks is answered')", 'somebody'],
])('finds a phrase in %s', (_title, text, phrase) => {
  expect(findPhrases({ path: 'x.ts', text }).map((find) => find.phrase)).toEqual([phrase]);
});

test.each([
  ['a question', '/** What does the device run? */'],
  ['part of a longer name', 'const password = 1; // stairs'],
])('accepts %s', (_title, text) => {
  expect(findPhrases({ path: 'x.ts', text })).toEqual([]);
});

test('names the remedy, and refuses an exception that no text needs', () => {
  const bad: Source = { path: 'x.ts', text: '// It is told.' };
  expect(checkLanguage([bad], NO_RULES)[0]).toContain(PHRASES[0]?.remedy);
  const exceptions = [{ path: 'x.ts', phrase: 'tell', reason: 'A quotation.' }];
  expect(checkLanguage([bad], { ...NO_RULES, exceptions })).toEqual([]);
  expect(checkLanguage([{ ...bad, text: '' }], { ...NO_RULES, exceptions })).toHaveLength(1);
  expect(checkLanguage([{ ...bad, text: '' }], { ...NO_RULES, pending: ['x'] })).toHaveLength(1);
});
