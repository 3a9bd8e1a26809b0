/** `npm run check`: everything that needs no browser and no root, with the time of each step. */
import { runProgram } from './run-program.ts';
import { Stopwatch } from './stopwatch.ts';

/** Type-checked together by one compiler; each names the sources that share its libraries and global types. */
const PROJECTS = ['.', 'packages/contract', 'packages/telemetry-codec', 'packages/web', 'packages/e2e'];

const STEPS: readonly (readonly [title: string, program: string, args: readonly string[]])[] = [
  ['types', 'tsc', ['-b', ...PROJECTS]],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings', '.']],
  ['format', 'oxfmt', ['--check', '.']],
  ['unused code', 'knip', ['--no-config-hints']],
  // The tests with the tag are `npm run test:proofs`.
  ['unit and API tests', 'vitest', ['run', '--tags-filter', '!proof']],
];

export async function check(): Promise<number> {
  const [major] = process.versions.node.split('.');
  if (major !== '24') {
    console.error(`check needs Node 24, this is ${process.version}`);
    return 1;
  }
  const watch = new Stopwatch();
  for (const [title, program, args] of STEPS) {
    console.error(`— ${title}`);
    const code = await watch.time(title, () => runProgram(program, args));
    if (code !== 0) {
      console.error(`check failed: ${title}`);
      return code;
    }
  }
  console.error(watch.report('check'));
  return 0;
}
