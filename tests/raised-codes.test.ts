import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { api, ERROR_CAUSES, ERRORS } from '../packages/contract/src/index.ts';
import { listRaisedNames } from './raised-codes.ts';

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'packages'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path.endsWith('.ts') && existsSync(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const names = Object.keys(ERRORS);
const reserved = names.filter((name) => !(name in ERROR_CAUSES));
const raised = listRaisedNames(sources, names);

test('names a cause for each code that a source raises', () => {
  expect(
    raised.filter((name) => reserved.includes(name)),
    'describe in error-catalogue-causes.ts what raises these codes',
  ).toEqual([]);
});

test('marks each code that no source raises as reserved', () => {
  expect(
    names.filter((name) => !raised.includes(name) && !reserved.includes(name)),
    'raise these codes, or remove their cause from error-catalogue-causes.ts',
  ).toEqual([]);
});

test('declares no reserved code as an error of an operation', () => {
  const declared = Object.entries(api).flatMap(([operation, { errors }]) =>
    (errors ?? []).filter((name) => reserved.includes(name)).map((name) => `${operation}: ${name}`),
  );
  expect(declared).toEqual([]);
});

test.each([
  ["throw new DomainError('model')", ['model']],
  ["select(['model', 'network']); throw new DomainError('signature')", ['signature']],
  ["found.push(createViolation(at('ip'), 'hostPartInvalid'))", ['hostPartInvalid']],
  ['refused(ERRORS.saveFailed.code, NO)', ['saveFailed']],
  ['const detail = ERRORS.partlyOffline.message', []],
  ["const REFUSALS = ['model', 'storageFull'] as const; DomainError", []],
  ["// throw new DomainError('deviceUnknown')", []],
])('reads the raised codes of %s', (text, expected) => {
  expect(listRaisedNames([{ path: 'packages/server/src/x.ts', text }], names)).toEqual(expected);
});

test('ignores the console, the simulator and tests', () => {
  const text = "throw new DomainError('deviceUnknown')";
  for (const path of [
    'packages/web/src/x.ts',
    'packages/simulator/src/x.ts',
    'packages/server/src/x.test.ts',
    'packages/server/src/testing/x.ts',
  ])
    expect(listRaisedNames([{ path, text }], names), path).toEqual([]);
});
