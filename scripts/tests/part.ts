import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { spawnLogged } from './spawn-logged.ts';
import {
  EMPTY_REPORT,
  type Failure,
  type PartProgress,
  type PartReport,
  REPORT_FILE,
} from './part-report.ts';

const DIRECTORY = join('node_modules', '.cache', 'northlight', 'tests');
const REPORTER = join('scripts', 'tests', 'quiet-reporter.ts');
/** Lines of the output of a part that ended without a report. */
const TAIL_LINES = 80;

export interface PartOutcome extends PartReport {
  /** Path of the whole output of the part. */
  readonly log: string;
}

export interface PartRun {
  readonly onProgress: (progress: PartProgress) => void;
  readonly signal: AbortSignal;
}

/** One part of a run of the tests. */
export interface Part {
  /** Name in the output: `unit and API tests`. */
  readonly title: string;
  /** Command that repeats the part alone: `npm run test:unit`. */
  readonly command: string;
  /** Returns the reason why the part cannot run on this machine; absent for a part that always can. */
  readonly explainMissing?: () => string | undefined | Promise<string | undefined>;
  readonly run: (run: PartRun) => Promise<PartOutcome>;
}

/** Returns a part that passes if the program exits with 0; a failure shows the whole output. */
export const createProgramPart = (
  title: string,
  command: string,
  program: string,
  args: readonly string[],
): Part => ({
  title,
  command,
  run: async ({ signal }) => {
    const log = createLogPath(title);
    const code = await spawnLogged(program, args, { log, signal });
    return code === 0 ? { ...EMPTY_REPORT, log } : fail(log, readFileSync(log, 'utf8'));
  },
});

export interface VitestPart {
  readonly title: string;
  readonly command: string;
  /** Arguments after `vitest run`. */
  readonly args: readonly string[];
  readonly explainMissing?: Part['explainMissing'];
  /** Settings that the part needs, and how to release them. */
  readonly prepare?: () => Promise<{ readonly env: NodeJS.ProcessEnv } & AsyncDisposable>;
}

/** Returns a part whose tests Vitest runs. */
export const createVitestPart = ({ args, prepare, ...rest }: VitestPart): Part => ({
  ...rest,
  run: async (run) => {
    await using prepared = await prepare?.();
    // Awaits the run, because a returned promise would release what the part needs before it has ended.
    return await runVitest(rest.title, args, { ...run, env: { ...process.env, ...prepared?.env } });
  },
});

async function runVitest(
  title: string,
  args: readonly string[],
  { env, onProgress, signal }: PartRun & { readonly env: NodeJS.ProcessEnv },
): Promise<PartOutcome> {
  const log = createLogPath(title);
  const file = `${log}.json`;
  rmSync(file, { force: true });
  const code = await spawnLogged('vitest', ['run', '--reporter', REPORTER, ...args], {
    log,
    signal,
    env: { ...env, [REPORT_FILE]: file },
    onMessage: (message) => onProgress(message as PartProgress),
  });
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PartReport) : undefined;
  if (report && (code === 0 || report.failures.length > 0)) return { ...report, log };
  const tail = readFileSync(log, 'utf8').split('\n').slice(-TAIL_LINES).join('\n');
  return { ...fail(log, `Vitest ended with code ${code}:\n${tail}`), passed: report?.passed ?? 0 };
}

const fail = (log: string, text: string): PartOutcome => ({
  ...EMPTY_REPORT,
  failures: [{ file: '', title: '', text } satisfies Failure],
  log,
});

/** Returns the path of the log of a part. */
export function createLogPath(title: string): string {
  mkdirSync(DIRECTORY, { recursive: true });
  const path = join(DIRECTORY, `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.log`);
  return path;
}
