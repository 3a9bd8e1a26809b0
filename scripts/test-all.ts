import { missingForLab } from '@northlight/lab';
import { buildConsole } from './build-console.ts';
import { check } from './check.ts';
import { missingPostgres15, testOnPostgres15 } from './external-postgres.ts';
import { findChromium } from './find-chromium.ts';
import { runProgram } from './run-program.ts';

interface Part {
  readonly title: string;
  /** Why it cannot be shown on this machine. */
  readonly missing: () => string | undefined | Promise<string | undefined>;
  readonly run: () => Promise<number>;
}

const vitest = (config: string) => (): Promise<number> => runProgram('vitest', ['run', '--config', config]);
const lab = async (): Promise<string | undefined> =>
  (await missingForLab({ tests: true })).join(' ') || undefined;
const always = (): undefined => undefined;

const PARTS: readonly Part[] = [
  { title: 'check', missing: always, run: check },
  { title: 'the console builds', missing: always, run: buildConsole },
  { title: 'API tests on PostgreSQL 15', missing: missingPostgres15, run: testOnPostgres15 },
  { title: 'the product as processes', missing: always, run: vitest('vitest.process.config.ts') },
  {
    title: 'stories in Chromium',
    missing: () => (findChromium() ? undefined : 'no Chromium was found and none could be installed'),
    run: vitest('vitest.e2e.config.ts'),
  },
  { title: 'stories in the network lab', missing: lab, run: vitest('vitest.lab.config.ts') },
];

/** `npm test`: everything that can be shown on this machine, and in words what cannot. */
export async function testAll(): Promise<number> {
  const skipped: string[] = [];
  for (const { title, missing, run } of PARTS) {
    const reason = await missing();
    if (reason !== undefined) {
      skipped.push(`${title}: ${reason}`);
      continue;
    }
    console.error(`— ${title}`);
    const code = await run();
    if (code !== 0) return code;
  }
  console.log(`parts: ${PARTS.length - skipped.length} passed, 0 failed, ${skipped.length} skipped`);
  for (const line of skipped) console.log(`skipped: ${line}`);
  return skipped.length > 0 && process.env['NORTHLIGHT_TEST_ALL'] ? 1 : 0;
}
