import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  fewDependencies,
  filesStaySmall,
  namedPaths,
  noAny,
  packagesBuildOneWay,
  platformKnowsNoSlice,
  primitivesKnowNoDomain,
  productUsesNoTestCode,
  type Rule,
  slicesMeetAtTheirIndex,
  type Source,
  suppressionsHaveReasons,
  versionsArePinned,
} from './house-rules.ts';

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
});
const paths = listed
  .split('\n')
  .filter(
    (path) =>
      /\.(tsx?|js|md|json)$/.test(path) && !/package-lock|openapi\.json/.test(path) && existsSync(path),
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
    slicesMeetAtTheirIndex,
    code,
    plant('packages/server/src/alarms/x.ts', "import { a } from '../jobs/store.ts';"),
  ],
  [
    'the platform knows no slice',
    platformKnowsNoSlice,
    code,
    plant('packages/server/src/platform/x.ts', "import { a } from '../devices/index.ts';"),
  ],
  [
    'packages build in one direction',
    packagesBuildOneWay,
    sources,
    plant('packages/server/src/x.ts', "const { startSite } = await import('@northlight/simulator');"),
  ],
  [
    'the server ships no device code',
    packagesBuildOneWay,
    sources,
    manifest('server', { '@northlight/agent': '0.1.0' }),
  ],
  [
    'the product uses no test code',
    productUsesNoTestCode,
    code,
    plant('packages/server/src/x.ts', "import { a } from '@northlight/device-plane/testing';"),
  ],
  [
    'ui primitives know no domain',
    primitivesKnowNoDomain,
    code,
    plant('packages/web/src/ui/X.tsx', "import { a } from '@tanstack/react-query';"),
  ],
  ['files stay small', filesStaySmall, code, plant('packages/server/src/long.ts', 'a;\n'.repeat(401))],
  ['no any', noAny, code, plant('packages/server/src/x.ts', 'const a: any = 1;')],
  [
    'suppressions say why',
    suppressionsHaveReasons,
    code,
    plant('packages/server/src/x.ts', '// oxlint-disable-next-line no-console'),
  ],
  ['few dependencies', fewDependencies, sources, manifest('server', many)],
  ['versions are pinned', versionsArePinned, sources, manifest('server', { library: '^1.0.0' })],
])('%s, and a planted violation is found', (_title, rule, house, planted) => {
  expect(rule(house)).toEqual([]);
  expect(rule(planted)).not.toEqual([]);
});

const pages = sources.filter(
  ({ path }) => /^(docs\/(?!decisions).*|README|CONTRIBUTING)/.test(path) && path.endsWith('.md'),
);

test('every path that a page names exists', () => {
  expect(pages.length).toBeGreaterThan(0);
  const missing = pages.flatMap((page) =>
    namedPaths(page)
      .filter((path) => !existsSync(path))
      .map((path) => `${page.path} names ${path}, which is gone: correct the page.`),
  );
  expect(missing).toEqual([]);
  expect(namedPaths({ path: 'x.md', text: 'see `packages/nowhere/src/a.ts`' })).toEqual([
    'packages/nowhere/src/a.ts',
  ]);
});
