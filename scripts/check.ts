/**
 * `npm run check`: runs all checks that need neither a browser nor root, and prints the time of each step.
 */
import { BufferedOutput, type Output, runProgram } from './run-program.ts';
import { Stopwatch } from './stopwatch.ts';

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

type Step = readonly [title: string, program: string, args: readonly string[]];

const SOURCES: readonly Step[] = [
  ['types', 'tsc', ['-b', ...PROJECTS]],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings', '.']],
  ['format', 'oxfmt', ['--check', '.']],
  ['unused code', 'knip', ['--no-config-hints']],
];
// Runs the tests without those with the tag `proof`, which `npm run test:proofs` runs.
const TESTS: Step = ['unit and API tests', 'vitest', ['run', '--tags-filter', '!proof']];

/**
 * Checks the sources in parallel to the tests, which wait half of the time. Shows the output of the tests
 * afterwards.
 */
export async function runChecks(): Promise<number> {
  const [major] = process.versions.node.split('.');
  if (major !== '24') {
    console.error(`check needs Node 24, this is ${process.version}`);
    return 1;
  }
  const watch = new Stopwatch();
  const output = new BufferedOutput();
  const stop = new AbortController();

  async function run(
    [title, program, args]: Step,
    options: { output?: Output; signal?: AbortSignal } = {},
  ): Promise<number> {
    const code = await watch.time(title, () => runProgram(program, args, options));
    if (code !== 0 && !stop.signal.aborted) console.error(`check failed: ${title}`);
    return code;
  }

  async function checkSources(): Promise<number> {
    for (const step of SOURCES) {
      console.error(`— ${step[0]}`);
      const code = await run(step);
      if (code === 0) continue;
      stop.abort();
      return code;
    }
    console.error(`— ${TESTS[0]}`);
    output.show();
    return 0;
  }

  const codes = await Promise.all([
    checkSources(),
    run(TESTS, { output: output.stream, signal: stop.signal }),
  ]);
  const failed = codes.find((code) => code !== 0);
  if (failed !== undefined) return failed;
  console.error(watch.report('check'));
  return 0;
}
