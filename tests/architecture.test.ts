import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  checkDependencyCounts,
  checkFileSizes,
  listNamedPaths,
  checkForAny,
  checkPackageImports,
  checkPlatformImports,
  checkPrimitiveImports,
  checkTestImports,
  type Rule,
  importSlicesByIndex,
  type Source,
  checkSuppressions,
  checkPinnedVersions,
  checkStoryExpectations,
  keepServicesOutOfCircles,
} from './house-rules.ts';
import { listTableOwners, checkTableUsers, checkTableOwners } from './table-ownership.ts';
import { TABLE_RULES } from './table-rules.ts';

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
});
const paths = listed
  .split('\n')
  .filter(
    (path) =>
      /\.(tsx?|js|md|json|sql)$/.test(path) && !/package-lock|openapi\.json/.test(path) && existsSync(path),
  );
const sources: Source[] = paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const code = sources.filter(({ path }) => /\.(tsx?|js)$/.test(path) && !path.startsWith('tests/'));

const plant = (path: string, text: string): Source[] => [...code, { path, text }];
const manifest = (name: string, dependencies: Record<string, string>): Source[] => [
  { path: `packages/${name}/package.json`, text: JSON.stringify({ dependencies }) },
];
const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`library-${index}`, '1.0.0']));

test.each<[string, Rule, readonly Source[], readonly Source[]]>([
  [
    'slices meet only at their index',
    importSlicesByIndex,
    code,
    plant('packages/server/src/alarms/x.ts', "import { a } from '../jobs/store.ts';"),
  ],
  [
    'the platform knows no slice',
    checkPlatformImports,
    code,
    plant('packages/server/src/platform/x.ts', "import { a } from '../devices/index.ts';"),
  ],
  [
    'services are in no circle',
    keepServicesOutOfCircles,
    code,
    plant('packages/server/src/platform/bus/bus.ts', "import type { Services } from '../../services.ts';"),
  ],
  [
    'packages build in one direction',
    checkPackageImports,
    sources,
    plant('packages/server/src/x.ts', "const { startSite } = await import('@northlight/simulator');"),
  ],
  [
    'the server ships no device code',
    checkPackageImports,
    sources,
    manifest('server', { '@northlight/agent': '0.1.0' }),
  ],
  [
    'the product uses no test code',
    checkTestImports,
    code,
    plant('packages/server/src/x.ts', "import { a } from '@northlight/device-plane/testing';"),
  ],
  [
    'ui primitives know no domain',
    checkPrimitiveImports,
    code,
    plant('packages/web/src/ui/X.tsx', "import { a } from '@tanstack/react-query';"),
  ],
  [
    'every table has an owner',
    checkTableOwners,
    sources,
    [...sources, { path: 'packages/server/src/jobs/schema.sql', text: 'create table shelves (id text);' }],
  ],
  [
    'tables are used by their owner',
    checkTableUsers(TABLE_RULES),
    code,
    plant('packages/server/src/jobs/x.ts', "tx.selectFrom('alarms')"),
  ],
  ['files stay small', checkFileSizes, code, plant('packages/server/src/long.ts', 'a;\n'.repeat(401))],
  ['no any', checkForAny, code, plant('packages/server/src/x.ts', 'const a: any = 1;')],
  [
    'suppressions have reasons',
    checkSuppressions,
    code,
    plant('packages/server/src/x.ts', '// oxlint-disable-next-line no-console'),
  ],
  ['few dependencies', checkDependencyCounts, sources, manifest('server', many)],
  [
    'stories wait',
    checkStoryExpectations,
    code,
    plant('packages/e2e/src/x.e2e.ts', 'expect(await page.getByRole("row").count()).toBe(0);\n'),
  ],
  ['versions are pinned', checkPinnedVersions, sources, manifest('server', { library: '^1.0.0' })],
])('finds no violation in the sources, and finds a planted violation: %s', (_title, rule, house, planted) => {
  expect(rule(house)).toEqual([]);
  expect(rule(planted)).not.toEqual([]);
});

test('a table belongs to the slice that declares it', () => {
  const owners = listTableOwners(code);
  expect(owners.size).toBeGreaterThan(50);
  expect([owners.get('job_rows'), owners.get('attempts')]).toEqual(['jobs', 'platform']);
});

test.each([
  [
    'a write to a foreign table',
    'server/src/jobs/x.ts',
    "tx.updateTable('devices').set({})",
    'jobs/x.ts writes devices',
  ],
  [
    'a write by SQL',
    'server/src/jobs/x.ts',
    'sql`delete from alarms where id = 1`',
    'jobs/x.ts writes alarms',
  ],
  [
    'a read outside the read model',
    'server/src/jobs/x.ts',
    "tx.selectFrom('alarms as a')",
    'jobs/x.ts reads alarms',
  ],
  [
    'a joined table',
    'server/src/jobs/x.ts',
    ".leftJoin('client_visits', 'a', 'b')",
    'jobs/x.ts reads client_visits',
  ],
  [
    'the second table of a list',
    'server/src/jobs/x.ts',
    '`select 1 from jobs j, alarms a`',
    'jobs/x.ts reads alarms',
  ],
  [
    'a table that a variable names',
    'server/src/jobs/x.ts',
    "for (const table of ['job_rows', 'run_logs'] as const) await tx.deleteFrom(table).execute();",
    'jobs/x.ts writes run_logs',
  ],
  [
    'a private column of the read model',
    'server/src/jobs/x.ts',
    "tx.selectFrom('accounts').select(['id', 'accounts.password_hash'])",
    'jobs/x.ts reads accounts.password_hash',
  ],
  ['a write by the demo', 'demo/src/x.ts', "tx.insertInto('jobs').values({})", 'demo/src/x.ts writes jobs'],
])('the check of table access reports %s', (_title, path, text, found) => {
  const faults = checkTableUsers(TABLE_RULES)(plant(`packages/${path}`, text));
  expect(faults).toEqual([expect.stringContaining(found)]);
});

test.each([
  ['the own table', 'jobs/x.ts', "tx.deleteFrom('job_rows')"],
  ['a read of the read model', 'jobs/x.ts', "tx.selectFrom('devices').innerJoin('projects', 'a', 'b')"],
  ['a comment', 'jobs/x.ts', '// delete from alarms'],
  ['an upgrade', 'platform/db/upgrades.ts', 'sql`update devices set state = 0`'],
])('the check of table access allows %s', (_title, path, text) => {
  expect(checkTableUsers(TABLE_RULES)(plant(`packages/server/src/${path}`, text))).toEqual([]);
});

test('reports an unneeded exception, and a read model that too few slices read', () => {
  const { exceptions, readModel } = TABLE_RULES;
  const unneeded = { file: 'jobs/store.ts', access: 'write', tables: ['alarms'], reason: 'None.' } as const;
  expect(checkTableUsers({ readModel, exceptions: [...exceptions, unneeded] })(code)).toEqual([
    'The exception "packages/server/src/jobs/store.ts writes alarms" is not needed: remove it.',
  ]);
  expect(
    checkTableUsers({ exceptions, readModel: { ...readModel, firmware: { private: [] } } })(code),
  ).toEqual(['firmware is read by 0 other slices: take it out of the read model.']);
});

const pages = sources.filter(
  ({ path }) => /^(docs\/(?!decisions).*|README|CONTRIBUTING)/.test(path) && path.endsWith('.md'),
);

test('every path that a documentation page names exists', () => {
  expect(pages.length).toBeGreaterThan(0);
  const missing = pages.flatMap((page) =>
    listNamedPaths(page)
      .filter((path) => !existsSync(path))
      .map((path) => `${page.path} names ${path}, which is gone: correct the page.`),
  );
  expect(missing).toEqual([]);
  expect(listNamedPaths({ path: 'x.md', text: 'see `packages/nowhere/src/a.ts`' })).toEqual([
    'packages/nowhere/src/a.ts',
  ]);
});
