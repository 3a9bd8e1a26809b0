import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { LockEntry } from '../scripts/licence-rules.ts';
import { listDependencies, type Dependency, findTableFaults } from './dependency-rows.ts';

const readJson = (path: string): object => JSON.parse(readFileSync(path, 'utf8')) as object;
const page = readFileSync('docs/decisions/0003-dependencies.md', 'utf8');
const lock = readJson('package-lock.json') as { packages: Record<string, LockEntry> };
const licenceIn =
  (directory: string) =>
  (name: string): string | undefined =>
    (lock.packages[`${directory}/node_modules/${name}`] ?? lock.packages[`node_modules/${name}`])?.license;
const dependencies: Dependency[] = [
  ...listDependencies('root', readJson('package.json'), licenceIn('.')),
  ...readdirSync('packages').flatMap((name) =>
    listDependencies(name, readJson(`packages/${name}/package.json`), licenceIn(`packages/${name}`)),
  ),
];

test('the table of dependencies has every direct dependency, with its users and licence', () => {
  expect(dependencies.length).toBeGreaterThan(60);
  expect(findTableFaults(page, dependencies)).toEqual([]);
});

const dependency = (name: string, user: string, licence = 'MIT'): Dependency => ({ name, user, licence });
const HEAD = '| package | used by | why | licence |\n| --- | --- | --- | --- |\n';
const TABLE = `${HEAD}| one | web | because | MIT |\n| @types/* | web (dev), server (dev) | types | MIT |\n`;
const LISTED = [
  dependency('one', 'web'),
  dependency('@types/a', 'web (dev)'),
  dependency('@types/b', 'server (dev)'),
];

test('accepts a table that has every dependency', () => {
  expect(findTableFaults(TABLE, LISTED)).toEqual([]);
});

test.each<[string, string, readonly Dependency[], string]>([
  ['a missing row', TABLE, [...LISTED, dependency('two', 'web')], 'add a row for two'],
  ['an extra row', TABLE, LISTED.slice(1), 'remove the row of one'],
  ['another user', TABLE, [...LISTED, dependency('one', 'server')], 'write "server, web"'],
  ['another licence', TABLE, [...LISTED, dependency('one', 'web', 'GPL-3.0')], 'write "GPL-3.0, MIT"'],
  ['two rows', `${TABLE}| one | web | again | MIT |\n`, LISTED, 'one has two rows'],
])('reports %s of the table', (_title, table, all, remedy) => {
  expect(findTableFaults(table, all)).toEqual([expect.stringContaining(remedy)]);
});
