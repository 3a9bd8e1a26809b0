import { formatMinutes } from '../format-minutes.ts';
import { EMPTY_REPORT, formatTestName, type PartProgress } from './part-report.ts';
import type { Part, PartOutcome } from './part.ts';
import { ProgressLine } from './progress-line.ts';
import { findHistoryFile, recordRepeats } from './repeat-history.ts';

/**
 * Parts in columns: the parts of a column run one after the other, the columns of a group beside each other, and the
 * groups one after the other.
 */
export type Course = readonly (readonly (readonly Part[])[])[];

interface EndedPart {
  readonly part: Part;
  readonly outcome: PartOutcome;
}

interface SkippedPart {
  readonly part: Part;
  readonly reason: string;
}

export interface RunOptions {
  /** Prints one or more lines; to standard output by default. */
  readonly print?: (text: string) => void;
  /** File with the repeated tests of the last runs; the one of the machine by default. */
  readonly historyFile?: string;
}

/** Runs every part, whether or not another one fails, and prints the result; returns the exit code. */
export async function runParts(
  course: Course,
  { historyFile = findHistoryFile(), print = (text) => console.log(text) }: RunOptions = {},
): Promise<number> {
  const start = performance.now();
  const ended: EndedPart[] = [];
  const skipped: SkippedPart[] = [];
  using progress = new ProgressLine(print);
  using stop = stopOnSignal();

  async function runColumn(parts: readonly Part[]): Promise<void> {
    for (const part of parts) {
      if (stop.signal.aborted) return;
      const reason = await part.explainMissing?.();
      if (reason !== undefined) {
        skipped.push({ part, reason });
        progress.print(`- ${part.title}: skipped`);
        continue;
      }
      const partStart = performance.now();
      progress.begin(part.title);
      const outcome = await part
        .run({
          signal: stop.signal,
          onProgress: (each: PartProgress) => {
            progress.update(part.title, each);
            // Shows at once that the run has failed. Its end shows the failure in full.
            if (each.failure) progress.print(`✗ ${part.title}: ${formatTestName(each.failure)}`);
          },
        })
        .catch(createFailedOutcome);
      progress.end(part.title);
      ended.push({ part, outcome });
      progress.print(formatPart(part, outcome, performance.now() - partStart));
    }
  }

  for (const group of course) await Promise.all(group.map(runColumn));
  progress[Symbol.dispose]();
  if (stop.signal.aborted) return 130;
  const result = summarise({ ended, skipped, historyFile, duration: performance.now() - start });
  print(result.text);
  return result.code;
}

/** The outcome of a part that could not be started or read, so that the other parts still run. */
const createFailedOutcome = (error: unknown): PartOutcome => ({
  ...EMPTY_REPORT,
  failures: [
    { file: '', title: '', text: error instanceof Error ? (error.stack ?? error.message) : String(error) },
  ],
  log: 'none',
});

function formatPart(
  { title }: Part,
  { failures, passed, repeated, skipped }: PartOutcome,
  ms: number,
): string {
  const counts = [
    ...(passed > 0 ? [`${passed.toLocaleString('en-US')} passed`] : []),
    ...(failures.length > 0 ? [`${failures.length} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(repeated.length > 0 ? [`${repeated.length} passed after a repeat`] : []),
  ].join(', ');
  return `${failures.length > 0 ? '✗' : '✓'} ${title.padEnd(28)} ${formatMinutes(ms).padStart(5)}  ${counts}`.trimEnd();
}

interface RunResult {
  readonly ended: readonly EndedPart[];
  readonly skipped: readonly SkippedPart[];
  readonly historyFile: string;
  /** Duration of the run (ms). */
  readonly duration: number;
}

function summarise({ duration, ended, historyFile, skipped }: RunResult): {
  readonly text: string;
  readonly code: number;
} {
  const lines: string[] = [];
  const repeated = ended.flatMap(({ outcome }) => outcome.repeated);
  const unreliable = recordRepeats(repeated.map(formatTestName), historyFile);
  const expensive = ended.flatMap(({ outcome }) => outcome.expensive);
  for (const { file, processorMs, title } of expensive.toSorted((a, b) => b.processorMs - a.processorMs))
    lines.push(
      `above the budget of 1 s of processor time: ${formatTestName({ file, title })} (${(processorMs / 1000).toFixed(1)} s)`,
    );
  for (const failure of repeated)
    lines.push(`passed after a repeat: ${formatTestName(failure)}`, failure.text.replaceAll(/^/gm, '    '));
  for (const { part, reason } of skipped) lines.push(`skipped: ${part.title}: ${reason}`);
  for (const { outcome, part } of ended)
    for (const failure of outcome.failures)
      lines.push(
        '',
        `✗ ${[part.title, formatTestName(failure)].filter((text) => text !== '').join(': ')}`,
        failure.text.trimEnd(),
        `  repeat: ${formatCommand(part.command, failure)}`,
        `  output: ${outcome.log}`,
      );
  for (const name of unreliable)
    lines.push(
      '',
      `✗ ${name}`,
      '  It passed after a repeat in two of the last five runs on this machine. Find its cause.',
    );
  const failed = ended.flatMap(({ outcome }) => outcome.failures).length + unreliable.length;
  const refusesSkips = Boolean(process.env['NORTHLIGHT_TEST_ALL']);
  if (refusesSkips && skipped.length > 0)
    lines.push('', '✗ NORTHLIGHT_TEST_ALL is set: no part may be skipped.');
  const passed = ended.reduce((sum, { outcome }) => sum + outcome.passed, 0);
  const skippedTests = ended.reduce((sum, { outcome }) => sum + outcome.skipped, 0);
  lines.push(
    '',
    `parts: ${ended.length} run, ${skipped.length} skipped, in ${formatMinutes(duration)}`,
    `tests: ${passed} passed, ${failed} failed, ${skippedTests} skipped`,
  );
  return { text: lines.join('\n'), code: failed > 0 || (refusesSkips && skipped.length > 0) ? 1 : 0 };
}

/** Returns the command that repeats a failed test, or its file if the whole file failed. */
function formatCommand(
  command: string,
  { file, title }: { readonly file: string; readonly title: string },
): string {
  if (file === '') return command;
  // Vitest joins the titles of suites and tests with a space and reads the filter as a regular expression.
  const pattern = title.replaceAll(' > ', ' ').replaceAll(/[.*+?^${}()|[\]\\"]/g, '.');
  return `${command} -- ${file}${title === '' ? '' : ` -t "${pattern}"`}`;
}

interface StopSignal extends Disposable {
  readonly signal: AbortSignal;
}

/** Returns a signal that aborts when this process is asked to end. */
function stopOnSignal(): StopSignal {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of names) process.on(name, abort);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      for (const name of names) process.off(name, abort);
    },
  };
}
