import { expect, test } from 'vitest';
import { selectTests } from '../../scripts/tests/changed/select-tests.ts';

const SOURCES = new Map([
  ['packages/contract/package.json', '{ "exports": { ".": "./src/index.ts" } }'],
  ['packages/contract/src/index.ts', "export * from './alarms/rules.ts';"],
  ['packages/contract/src/alarms/rules.ts', 'export const LIMIT = 1;'],
  ['packages/contract/src/alarms/rules.test.ts', "import { LIMIT } from './rules.ts';"],
  [
    'packages/server/src/alarms/store.ts',
    "import type { X } from './types.ts';\nimport { LIMIT } from '@northlight/contract';",
  ],
  ['packages/server/src/alarms/types.ts', ''],
  ['packages/server/src/alarms/store.test.ts', "const { read } = await import('./store.ts');"],
  [
    'packages/web/src/routes.tsx',
    `const shell = createRoute({ component: lazy(() => import('./app/Shell.tsx')) });
const network = createRoute({
  getParentRoute: () => shell,
  component: lazy(() => import('./network/NetworkLayout.tsx')),
});
const vlan = createRoute({
  getParentRoute: () => network,
  path: PATHS.vlan,
  component: lazy(() => import('./network/VlanPage.tsx')),
  staticData: { title: 'VLAN' },
});
const alarms = createRoute({
  getParentRoute: () => shell,
  path: PATHS.alarms,
  component: lazy(() => import('./alarms/AlarmsPage.tsx')),
});`,
  ],
  ['packages/web/src/testing/open-console.tsx', "import { App } from '../app/App.tsx';"],
  ['packages/web/src/app/App.tsx', "import { routes } from '../routes.tsx';\nimport './app.css';"],
  ['packages/web/src/app/app.css', ''],
  ['packages/web/src/network/NetworkLayout.tsx', ''],
  ['packages/web/src/network/VlanPage.tsx', "const form = () => import('./VlanForm.tsx');"],
  ['packages/web/src/network/VlanForm.tsx', ''],
  ['packages/web/src/alarms/AlarmsPage.tsx', ''],
  [
    'packages/web/src/network/vlan.component.tsx',
    "import { openConsole } from '../testing/open-console.tsx';\nopenConsole('/manage/networkconf/vlan?project=7');",
  ],
  [
    'packages/web/src/alarms/alarms.component.tsx',
    "import { openConsole } from '../testing/open-console.tsx';\nopenConsole(`/manage/alarminfo?open=${id}`);",
  ],
  ['packages/e2e/src/vlan.e2e.ts', "page.getByRole('link', { name: 'VLAN' });"],
  ['packages/e2e/src/alarms.e2e.ts', "page.goto('/manage/alarminfo');"],
  ['packages/e2e/src/core/main-job.e2e.ts', ''],
  ['packages/agent/src/driver.ts', ''],
  ['tests/language.test.ts', ''],
]);

test.each([
  {
    title: 'a form selects the tests of the page that loads it',
    changed: 'packages/web/src/network/VlanForm.tsx',
    unit: ['tests/language.test.ts'],
    components: ['packages/web/src/network/vlan.component.tsx'],
    stories: ['packages/e2e/src/vlan.e2e.ts'],
  },
  {
    title: 'a layout selects the tests of the pages below it',
    changed: 'packages/web/src/network/NetworkLayout.tsx',
    unit: ['tests/language.test.ts'],
    components: ['packages/web/src/network/vlan.component.tsx'],
    stories: ['packages/e2e/src/vlan.e2e.ts'],
  },
  {
    title: 'a rule of the contract selects the tests of all packages that load it, and stories of its slice',
    changed: 'packages/contract/src/alarms/rules.ts',
    unit: [
      'packages/contract/src/alarms/rules.test.ts',
      'packages/server/src/alarms/store.test.ts',
      'tests/language.test.ts',
    ],
    components: [],
    stories: ['packages/e2e/src/alarms.e2e.ts'],
  },
  {
    title: 'a file that is imported for its types only is left to the compiler',
    changed: 'packages/server/src/alarms/types.ts',
    unit: ['tests/language.test.ts'],
    components: [],
    stories: ['packages/e2e/src/alarms.e2e.ts'],
  },
  {
    title: 'a sheet of the shell selects all components, and stories of the whole product',
    changed: 'packages/web/src/app/app.css',
    unit: ['tests/language.test.ts'],
    components: [
      'packages/web/src/network/vlan.component.tsx',
      'packages/web/src/alarms/alarms.component.tsx',
    ],
    stories: ['packages/e2e/src/core/main-job.e2e.ts'],
  },
  {
    title: 'the device side selects stories of the whole product',
    changed: 'packages/agent/src/driver.ts',
    unit: ['tests/language.test.ts'],
    components: [],
    stories: ['packages/e2e/src/core/main-job.e2e.ts'],
  },
])('$title', ({ changed, components, stories, unit }) => {
  const selected = selectTests(SOURCES, [changed]);
  expect(selected).toMatchObject({ unit, components });
  expect(selected.stories.filter((path) => SOURCES.has(path))).toEqual(stories);
});

test('names the parts that need root or minutes instead of running them', () => {
  expect(selectTests(SOURCES, ['packages/agent/src/driver.ts']).named).toEqual([
    'npm run test:lab',
    'npm run test:vm',
  ]);
});
