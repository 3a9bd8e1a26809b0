import { listMissingForLab } from '@northlight/lab';
import { buildConsole } from './build-console.ts';
import { runChecks } from './check.ts';
import { explainMissingPostgres15, testOnPostgres15 } from './external-postgres.ts';
import { findChromium } from './find-chromium.ts';
import { runProofs } from './proofs.ts';
import { BufferedOutput, type Output, runProgram } from './run-program.ts';
import { Stopwatch } from './stopwatch.ts';
import { explainMissingForMachine } from '../tests/vm/requirements.ts';

interface Part {
  readonly title: string;
  /** Reason why the part cannot run on this machine. */
  readonly missing: () => string | undefined | Promise<string | undefined>;
  readonly run: (output: Output) => Promise<number>;
}

const runVitest = (config: string) => (output: Output) =>
  runProgram('vitest', ['run', '--config', config], { output });
const explainMissingForLab = async (): Promise<string | undefined> =>
  (await listMissingForLab({ tests: true })).join(' ') || undefined;
const explainNothingMissing = (): undefined => undefined;

const MACHINE: Part = {
  title: 'stories on radios and PPPoE lines',
  missing: explainMissingForMachine,
  run: runVitest('vitest.vm.config.ts'),
};

const CHECK: Part = { title: 'check', missing: explainNothingMissing, run: runChecks };
const CONSOLE: Part = { title: 'the console builds', missing: explainNothingMissing, run: buildConsole };
const PROOFS: Part = {
  title: 'proofs',
  missing: explainNothingMissing,
  run: (output) => runProofs([], { output }),
};
const POSTGRES: Part = {
  title: 'SQL suites on PostgreSQL 15',
  missing: explainMissingPostgres15,
  run: () => testOnPostgres15(),
};
const PROCESSES: Part = {
  title: 'the product as processes',
  missing: explainNothingMissing,
  run: runVitest('vitest.process.config.ts'),
};
const CHROMIUM: Part = {
  title: 'stories in Chromium',
  missing: () => (findChromium() ? undefined : 'no Chromium was found and none could be installed'),
  run: runVitest('vitest.e2e.config.ts'),
};
const COMPONENTS: Part = {
  title: 'components in Chromium',
  missing: CHROMIUM.missing,
  run: runVitest('vitest.components.config.ts'),
};
const LAB: Part = {
  title: 'stories in the network lab',
  missing: explainMissingForLab,
  run: runVitest('vitest.lab.config.ts'),
};

/**
 * Groups run one after the other. The columns of a group run in parallel, because the lab mostly waits for
 * its network. The lab does not run in parallel to the proofs: they use both cores all the time, and its time
 * limits would fail.
 */
const COURSE: readonly (readonly (readonly Part[])[])[] = [
  [[CHECK, CONSOLE]],
  [[PROOFS, POSTGRES]],
  [[PROCESSES, COMPONENTS], [LAB]],
  [[CHROMIUM]],
  [[MACHINE]],
];

/** `npm test`: runs every part that this machine supports and names the skipped parts. */
export async function runAllTests(): Promise<number> {
  const skipped: string[] = [];
  const watch = new Stopwatch();
  let passed = 0;

  /** Resolves with the exit code of the first failed part, or 0. */
  async function runParts(parts: readonly Part[], output: Output): Promise<number> {
    for (const { missing, run, title } of parts) {
      const reason = await missing();
      if (reason !== undefined) {
        skipped.push(`${title}: ${reason}`);
        continue;
      }
      console.error(`— ${title}`);
      const code = await watch.time(title, () => run(output));
      if (code !== 0) return code;
      passed++;
    }
    return 0;
  }

  /** Shows the output of the parts when they have ended. */
  async function runBeside(parts: readonly Part[]): Promise<number> {
    const output = new BufferedOutput();
    try {
      return await runParts(parts, output.stream);
    } finally {
      console.error(`— beside it: ${parts.map(({ title }) => title).join(', ')}`);
      output.show();
    }
  }

  for (const [first = [], ...others] of COURSE) {
    const codes = await Promise.all([runParts(first, 'inherit'), ...others.map(runBeside)]);
    const failed = codes.find((code) => code !== 0);
    if (failed !== undefined) return failed;
  }
  console.log(watch.report('test'));
  console.log(`parts: ${passed} passed, 0 failed, ${skipped.length} skipped`);
  for (const line of skipped) console.log(`skipped: ${line}`);
  return skipped.length > 0 && process.env['NORTHLIGHT_TEST_ALL'] ? 1 : 0;
}
