import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createConsolePart } from '../console-part.ts';
import { createProgramPart, type Part } from '../part.ts';
import { createComponentPart, createStoryPart, createUnitPart, SOURCES } from '../parts.ts';
import { runParts } from '../run-parts.ts';
import type { Sources } from './import-graph.ts';
import { selectTests } from './select-tests.ts';

const CODE = /\.(?:tsx?|js|mjs)$/;

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\n')
    .filter((line) => line !== '');

/**
 * `npm run test:changed [-- REVISION]`: checks the changes since a revision. Without one, checks what is not
 * committed, or the last commit if everything is.
 */
export async function testChanged([since]: readonly string[]): Promise<number> {
  const isCommitted = git('status', '--porcelain').length === 0;
  const revision = since ?? (isCommitted ? 'HEAD~1' : 'HEAD');
  const changed = [
    ...git('diff', '--name-only', revision),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  if (changed.length === 0) {
    console.log(`Nothing has changed since ${revision}.`);
    return 0;
  }
  const selected = selectTests(readSources(), changed);
  console.log(
    `${changed.length} changed files since ${revision} reach ${selected.unit.length} files of unit and API tests, ` +
      `${selected.components.length} of components and ${selected.stories.length} of stories.`,
  );
  const code = await runParts([
    [listSourceParts(changed), selected.unit.length > 0 ? [createUnitPart(...selected.unit)] : []],
    [selected.components.length > 0 ? [createComponentPart(...selected.components)] : []],
    [selected.stories.length > 0 ? [createStoryPart('stories in Chromium', ...selected.stories)] : []],
  ]);
  if (selected.furtherStories > 0)
    console.log(
      `not run, but reached by the change: ${selected.furtherStories} further files of stories (npm run e2e)`,
    );
  for (const command of selected.named) console.log(`not run, but reached by the change: ${command}`);
  return code;
}

/** Returns types and unused code of the whole tree, lint and format of the changed files, and the console's build. */
function listSourceParts(changed: readonly string[]): readonly Part[] {
  const [types, , , unusedCode] = SOURCES;
  const present = changed.filter((path) => existsSync(path));
  const code = present.filter((path) => CODE.test(path));
  const command = 'npm run test:changed';
  return [
    ...(types ? [types] : []),
    ...(code.length > 0
      ? [createProgramPart('lint', command, 'oxlint', ['--type-aware', '--deny-warnings', ...code])]
      : []),
    ...(present.length > 0
      ? [
          createProgramPart('format', command, 'oxfmt', [
            '--check',
            '--no-error-on-unmatched-pattern',
            ...present,
          ]),
        ]
      : []),
    ...(unusedCode ? [unusedCode] : []),
    createConsolePart(),
  ];
}

/** Reads all files of the repository that can load each other, and the manifests of its packages. */
function readSources(): Sources {
  const paths = git('ls-files', '--cached', '--others', '--exclude-standard').filter(
    (path) => (CODE.test(path) || path.endsWith('.css') || path.endsWith('package.json')) && existsSync(path),
  );
  return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')] as const));
}
