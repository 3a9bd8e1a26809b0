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

/** Tasks by the names of the npm scripts, with the sentence that `npm run help` prints. */
const TASKS: Readonly<Record<string, readonly [what: string, run: Task]>> = {
  start: ['starts the product: console, server, database and live demo', runProduct],
  dev: [
    'starts everything in one process with simulated devices to claim; prints their serial numbers and claim codes',
    async (args) => (await buildConsole()) || node('packages/dev-env/src/cli/dev.ts')(args),
  ],
  sim: [
    'runs simulated devices against a server: -- --devices 20, or -- --ucentral 6 --ca FILE for OpenWiFi',
    node('packages/simulator/src/cli/sim.ts'),
  ],
  lab: [
    'builds a gateway and two hosts in network namespaces (root, Debian); -- down removes them',
    node('packages/lab/src/cli/lab.ts'),
  ],
  devices: [
    'base devices of the manufacturer: -- register FILE.csv (sn, mac, model, claimCode, secret; the last two are generated if absent)',
    node('packages/server/src/cli/devices.ts'),
  ],
  firmware: [
    'keys of the manufacturer and signed upgrade files: -- key DIR, -- pack, -- trust KEY.pem',
    node('packages/server/src/cli/firmware.ts'),
  ],
  audit: ['-- verify checks the hash chain of the audit log', node('packages/server/src/cli/audit.ts')],
  'agent:bundle': [
    'writes the agent as one file into dist/',
    ([directory, version]) => bundleAgent(directory, version),
  ],
  build: ['builds the console', () => buildConsole()],
  check: ['types, lint, format, unused code, unit and API tests', runTests('CHECK')],
  test: ['tests that a newcomer needs', runTests('NEWCOMER')],
  'test:all': ['all tests', runTests('EVERYTHING')],
  'test:changed': [
    'tests that a change reaches',
    async (args) => (await import('./tests/changed/run-changed.ts')).testChanged(args),
  ],
  'test:long': [
    'long tests: full disks, crashes, isolation (about 2 h, root)',
    async () => (await import('./tests/run-parts.ts')).runParts((await import('./test-long.ts')).LONG),
  ],
  'test:unit': ['unit and API tests', vitest()],
  'test:proofs': [
    'exhaustive unit and API tests, of which check runs samples',
    async (args) => {
      const { listProofFiles } = await import('./tests/parts.ts');
      const files = args.some((arg) => arg.endsWith('.ts')) ? [] : listProofFiles();
      return vitest('--tags-filter', 'proof')([...files, ...args]);
    },
  ],
  'test:postgres15': [
    'suites of stores and raw SQL on PostgreSQL 15',
    async (args) => (await import('./external-postgres.ts')).testOnPostgres15(args),
  ],
  'test:components': ['screens in a real Chromium', vitest('--config', 'vitest.components.config.ts')],
  'test:process': ['the product as processes', vitest('--config', 'vitest.process.config.ts')],
  'test:lab': [
    'stories against real gateways and switches (root)',
    vitest('--config', 'vitest.lab.config.ts'),
  ],
  'test:vm': ['radios and PPPoE in a virtual machine (root)', vitest('--config', 'vitest.vm.config.ts')],
  e2e: [
    'stories in Chromium with server and devices',
    async (args) => (await buildConsole()) || vitest('--config', 'vitest.e2e.config.ts')(args),
  ],
  matrix: [
    'calls every operation, stream and topic as every kind of caller, and compares with the authorisation table',
    node('packages/server/src/cli/matrix.ts'),
  ],
  dst: [
    'plays device stories with loss, delay and crashes on a stepped clock: -- --seeds 20000',
    node('tests/dst/run.ts'),
  ],
  drafts: ['tries random drafts on nft, dnsmasq and hostapd: -- --count 10000', node('tests/drafts/run.ts')],
  bench: [
    'measures the figures of docs/goals.md: -- P8 P10',
    async (args) => (await buildConsole()) || node('bench/run.ts')(args),
  ],
  'bench:compare': ['alternates figures with another checkout: -- ../old P8 P10', node('bench/compare.ts')],
  'rf:check': ['compares predicted signals with a public survey', async (args) => checkSurvey(args)],
  language: [
    'draws comments, titles, texts and names for a review: -- --seed 7',
    async (args) => drawLanguageSamples(args),
  ],
  openapi: ['writes packages/contract/openapi.json', node('scripts/write-openapi.ts')],
  pages: [
    'writes docs/settings.md, docs/device-protocol-members.md and the messages of devices as JSON',
    node('scripts/write-pages.ts'),
  ],
  gazetteer: ['writes the countries, provinces and cities', async () => writeGazetteer()],
  notices: ['writes THIRD-PARTY-NOTICES', async () => writeNotices()],
  format: ['formats the tree', () => runProgram('oxfmt', ['.'])],
  help: ['prints this list', async () => printTasks()],
};

/** Prints the tasks; returns the exit code 0. */
function printTasks(): number {
  const width = Math.max(...Object.keys(TASKS).map((name) => name.length));
  for (const [name, [what]] of Object.entries(TASKS)) console.log(`npm run ${name.padEnd(width)}  ${what}`);
  return 0;
}

/** Runs a task by name; returns the exit code. */
export async function runTask(name: string, args: readonly string[]): Promise<number> {
  const task = TASKS[name];
  if (!task) {
    console.error(`There is no task ${name}.`);
    printTasks();
    return 1;
  }
  const [, run] = task;
  return run(args);
}
