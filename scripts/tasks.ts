/** Tasks of the npm scripts, run by Node 24. */
import { buildConsole } from './build-console.ts';
import { bundleAgent } from './bundle-agent.ts';
import { drawLanguageSamples } from './draw-language-samples.ts';
import { runProgram } from './run-program.ts';
import { checkSurvey } from './rf-check.ts';
import { runProduct } from './start.ts';
import { writeGazetteer } from './write-gazetteer.ts';
import { writeNotices } from './write-notices.ts';

type Task = (args: readonly string[]) => Promise<number>;

const node =
  (file: string): Task =>
  (args) =>
    runProgram(process.execPath, [file, ...args]);
const vitest =
  (...fixed: string[]): Task =>
  (args) =>
    runProgram('vitest', ['run', ...fixed, ...args]);

/** Imports the courses on demand, because they load lab and agent, which `npm start` would keep in memory. */
const runTests =
  (name: 'CHECK' | 'NEWCOMER' | 'EVERYTHING'): Task =>
  async () => {
    const [courses, { runParts }] = await Promise.all([
      import('./tests/parts.ts'),
      import('./tests/run-parts.ts'),
    ]);
    return runParts(courses[name]);
  };

const TASKS: Readonly<Record<string, Task>> = {
  start: runProduct,
  check: runTests('CHECK'),
  test: runTests('NEWCOMER'),
  'test:all': runTests('EVERYTHING'),
  'test:changed': async (args) => (await import('./tests/changed/run-changed.ts')).testChanged(args),
  'test:long': async () =>
    (await import('./tests/run-parts.ts')).runParts((await import('./test-long.ts')).LONG),
  build: () => buildConsole(),
  dev: async (args) => (await buildConsole()) || node('packages/dev-env/src/cli/dev.ts')(args),
  'test:unit': vitest(),
  'test:proofs': async (args) => {
    const { listProofFiles } = await import('./tests/parts.ts');
    const files = args.some((arg) => arg.endsWith('.ts')) ? [] : listProofFiles();
    return vitest('--tags-filter', 'proof')([...files, ...args]);
  },
  'test:postgres15': async (args) => (await import('./external-postgres.ts')).testOnPostgres15(args),
  'test:components': vitest('--config', 'vitest.components.config.ts'),
  'test:process': vitest('--config', 'vitest.process.config.ts'),
  'test:lab': vitest('--config', 'vitest.lab.config.ts'),
  'test:vm': vitest('--config', 'vitest.vm.config.ts'),
  e2e: async (args) => (await buildConsole()) || vitest('--config', 'vitest.e2e.config.ts')(args),
  bench: async (args) => (await buildConsole()) || node('bench/run.ts')(args),
  'bench:compare': node('bench/compare.ts'),
  devices: node('packages/server/src/cli/devices.ts'),
  firmware: node('packages/server/src/cli/firmware.ts'),
  sim: node('packages/simulator/src/cli/sim.ts'),
  lab: node('packages/lab/src/cli/lab.ts'),
  'agent:bundle': ([directory, version]) => bundleAgent(directory, version),
  dst: node('tests/dst/run.ts'),
  drafts: node('tests/drafts/run.ts'),
  language: async (args) => drawLanguageSamples(args),
  matrix: node('packages/server/src/cli/matrix.ts'),
  audit: node('packages/server/src/cli/audit.ts'),
  openapi: node('scripts/write-openapi.ts'),
  'device-protocol': node('scripts/write-device-protocol.ts'),
  gazetteer: async () => writeGazetteer(),
  'rf:check': async (args) => checkSurvey(args),
  notices: async () => writeNotices(),
  format: () => runProgram('oxfmt', ['.']),
};

/** Runs a task by name; returns the exit code. */
export async function runTask(name: string, args: readonly string[]): Promise<number> {
  const task = TASKS[name];
  if (!task) {
    console.error(`There is no task ${name}. Tasks: ${Object.keys(TASKS).join(', ')}.`);
    return 1;
  }
  return task(args);
}
