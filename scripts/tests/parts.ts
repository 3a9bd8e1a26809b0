/** The parts of the test runs, and the order of each run. */
import { globSync, readFileSync } from 'node:fs';
import { listMissingForLab } from '@northlight/lab';
import { explainMissingForMachine } from '../../tests/vm/requirements.ts';
import { explainMissingPostgres15, SQL_SUITES, startPostgres15 } from '../external-postgres.ts';
import { explainMissingChromium } from '../find-chromium.ts';
import { createConsolePart } from './console-part.ts';
import { createProgramPart, createVitestPart } from './part.ts';
import type { Course } from './run-parts.ts';

/** Projects checked by one compiler run; each groups sources with the same libraries and global types. */
const PROJECTS = [
  '.',
  'packages/contract',
  'packages/telemetry-codec',
  'packages/rf',
  'packages/topology',
  'packages/web',
  'packages/e2e',
];

export const SOURCES = [
  createProgramPart('types', 'npm run check', 'tsc', ['-b', ...PROJECTS]),
  createProgramPart('lint', 'npm run check', 'oxlint', ['--type-aware', '--deny-warnings', '.']),
  createProgramPart('format', 'npm run check', 'oxfmt', ['--check', '.']),
  createProgramPart('unused code', 'npm run check', 'knip', ['--no-config-hints']),
];

export const createUnitPart = (...args: string[]) =>
  createVitestPart({
    title: 'unit and API tests',
    command: 'npm run test:unit',
    args: ['--tags-filter', '!proof', ...args],
  });

const TAGGED = /\btags: .*\['proof'\]/;
/** Returns the test files that contain a proof, so that Vitest does not load the others. */
export const listProofFiles = (): string[] =>
  globSync(['packages/*/src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts']).filter((file) =>
    TAGGED.test(readFileSync(file, 'utf8')),
  );
const PROOFS = createVitestPart({
  title: 'proofs',
  command: 'npm run test:proofs',
  args: ['--tags-filter', 'proof', ...listProofFiles()],
});

export const createPostgresPart = (title: string, suites: readonly string[], ...args: string[]) =>
  createVitestPart({
    title,
    command: 'npm run test:postgres15',
    args: [...args, ...suites],
    explainMissing: explainMissingPostgres15,
    prepare: async () => {
      const postgres = await startPostgres15();
      return {
        env: { DATABASE_URL: postgres.url },
        [Symbol.asyncDispose]: () => postgres[Symbol.asyncDispose](),
      };
    },
  });
const POSTGRES = createPostgresPart('SQL suites on PostgreSQL 15', SQL_SUITES, '--tags-filter', '!proof');

export const createComponentPart = (...args: string[]) =>
  createVitestPart({
    title: 'components in Chromium',
    command: 'npm run test:components',
    args: ['--config', 'vitest.components.config.ts', ...args],
    explainMissing: explainMissingChromium,
  });

const createProcessPart = (...args: string[]) =>
  createVitestPart({
    title: 'the product as processes',
    command: 'npm run test:process',
    args: ['--config', 'vitest.process.config.ts', ...args],
  });

export const createStoryPart = (title: string, ...args: string[]) =>
  createVitestPart({
    title,
    command: 'npm run e2e',
    args: ['--config', 'vitest.e2e.config.ts', ...args],
    explainMissing: explainMissingChromium,
  });
/** Folder of the stories that `npm test` runs. */
const CORE_STORIES = 'packages/e2e/src/core/';

const LAB = createVitestPart({
  title: 'stories in the network lab',
  command: 'npm run test:lab',
  args: ['--config', 'vitest.lab.config.ts'],
  explainMissing: async () => (await listMissingForLab({ tests: true })).join(' ') || undefined,
});

const MACHINE = createVitestPart({
  title: 'radios and PPPoE lines',
  command: 'npm run test:vm',
  args: ['--config', 'vitest.vm.config.ts'],
  explainMissing: explainMissingForMachine,
});

/** `npm run check`: sources, and the unit and API tests beside them, which wait half of the time. */
export const CHECK: Course = [[SOURCES, [createUnitPart()]]];

/** `npm test`: what a newcomer runs; without root, and without packages of the system except Chromium. */
export const NEWCOMER: Course = [
  [[...SOURCES, createConsolePart()], [createUnitPart()]],
  [[createProcessPart('--tags-filter', '!proof')], [createComponentPart()]],
  [[createStoryPart('core stories in Chromium', CORE_STORIES)]],
];

/**
 * `npm run test:all`: every test. The lab mostly waits for its network, so two other parts run beside it; proofs and
 * the machine use both cores and run alone.
 */
export const EVERYTHING: Course = [
  [[...SOURCES, createConsolePart()], [createUnitPart()]],
  [[PROOFS, POSTGRES]],
  [[createProcessPart(), createComponentPart()], [LAB]],
  [[createStoryPart('stories in Chromium')]],
  [[MACHINE]],
];
