/** `npm run test:long`: tests that take about 2 h in addition to `npm test`. */
import { explainMissingPostgres15, testOnPostgres15 } from './external-postgres.ts';
import { buildConsole } from './build-console.ts';
import { runProgram } from './run-program.ts';
import { Stopwatch } from './stopwatch.ts';

/**
 * Benches that check behaviour instead of speed: full and failing disks, stuck readers, isolation, crashes
 * and uploads.
 */
const PASS_OR_FAIL_BENCHES = ['R11', 'R14', 'R15', 'S2', 'S15', 'S4', 'S7', 'S10', 'S11', 'intake', 'P9'];

interface Part {
  readonly title: string;
  readonly run: () => Promise<number>;
}

const runVitest = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<number> =>
  runProgram('vitest', ['run', ...args], { env: { ...process.env, ...env } });

const PARTS: readonly Part[] = [
  {
    title: 'limits under parallel calls, 20 rounds',
    run: () => runVitest({ NORTHLIGHT_RACE_ROUNDS: '20' }, 'packages/server/src/testing/race'),
  },
  {
    title: '500,000 generated requests of two tenants',
    run: () => runVitest({ NORTHLIGHT_FUZZ_REQUESTS: '500000' }, 'packages/server/src/testing/fuzz'),
  },
  {
    title: 'all suites of server and demo on PostgreSQL 15',
    run: async () => {
      const missing = explainMissingPostgres15();
      if (missing === undefined) return testOnPostgres15(['packages/server/src', 'packages/demo/src']);
      console.error(missing);
      return 1;
    },
  },
  {
    title: 'device stories from 20,000 seeds',
    run: () => runProgram(process.execPath, ['tests/dst/run.ts', '--seeds', '20000']),
  },
  {
    title: `benches with a pass or fail result: ${PASS_OR_FAIL_BENCHES.join(', ')}`,
    run: async () =>
      (await buildConsole()) ||
      runProgram(process.execPath, ['bench/run.ts', '--fail-on-miss', ...PASS_OR_FAIL_BENCHES]),
  },
];

/** Runs every part, even after a failure; exit code 1 when one failed. */
export async function runLongTests(): Promise<number> {
  const watch = new Stopwatch();
  const failed: string[] = [];
  for (const { run, title } of PARTS) {
    console.error(`— ${title}`);
    if ((await watch.time(title, run)) !== 0) failed.push(title);
  }
  console.log(watch.report('test:long'));
  for (const title of failed) console.log(`failed: ${title}`);
  return failed.length > 0 ? 1 : 0;
}
