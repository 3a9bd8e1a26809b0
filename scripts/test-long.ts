/** `npm run test:long`: tests that take about 2 h in addition to `npm run test:all`. */
import { createProgramPart, createVitestPart } from './tests/part.ts';
import { createConsolePart } from './tests/console-part.ts';
import { createPostgresPart } from './tests/parts.ts';
import type { Course } from './tests/run-parts.ts';

/**
 * Benches that check behaviour instead of speed: full and failing disks, stuck readers, isolation, crashes
 * and uploads.
 */
const PASS_OR_FAIL_BENCHES = ['R11', 'R14', 'R15', 'S2', 'S15', 'S4', 'S7', 'S10', 'S11', 'intake', 'P9'];
const COMMAND = 'npm run test:long';

const createLongPart = (title: string, env: NodeJS.ProcessEnv, ...args: string[]) =>
  createVitestPart({
    title,
    command: COMMAND,
    args,
    prepare: () => Promise.resolve({ env, [Symbol.asyncDispose]: () => Promise.resolve() }),
  });

export const LONG: Course = [
  [
    [
      createLongPart(
        'limits under parallel calls, 20 rounds',
        { NORTHLIGHT_RACE_ROUNDS: '20' },
        'packages/server/src/testing/race',
      ),
      createLongPart(
        '500,000 requests of two tenants',
        { NORTHLIGHT_FUZZ_REQUESTS: '500000' },
        'packages/server/src/testing/fuzz',
      ),
      createPostgresPart('all suites on PostgreSQL 15', ['packages/server/src', 'packages/demo/src']),
      createProgramPart('device stories, 20,000 seeds', COMMAND, process.execPath, [
        'tests/dst/run.ts',
        '--seeds',
        '20000',
      ]),
      createConsolePart(),
      createProgramPart(`benches ${PASS_OR_FAIL_BENCHES.join(', ')}`, COMMAND, process.execPath, [
        'bench/run.ts',
        '--fail-on-miss',
        ...PASS_OR_FAIL_BENCHES,
      ]),
    ],
  ],
];
