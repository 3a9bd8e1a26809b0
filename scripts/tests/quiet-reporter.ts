/**
 * Vitest reporter of `npm test` and its parts: prints nothing, sends its progress to the parent process and
 * writes a report file at the end.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { SerializedError, TestError } from 'vitest';
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';
import {
  type Failure,
  type PartProgress,
  type PartReport,
  REPORT_FILE,
  type TestName,
} from './part-report.ts';

/** Processor time that a test without the tag `proof` may take (ms). */
const BUDGET_MS = 1_000;
/** Maximum number of stack frames shown per failure. */
const FRAMES_SHOWN = 4;
const MESSAGE_LINES = 60;

export default class QuietReporter implements Reporter {
  readonly #failures: Failure[] = [];
  readonly #repeated: Failure[] = [];
  readonly #expensive: PartReport['expensive'][number][] = [];
  #files = 0;
  #filesDone = 0;
  #passed = 0;
  #skipped = 0;
  #leavesOut: (test: TestCase) => boolean = () => false;

  onInit({ config: { tagsFilter = [] } }: Vitest): void {
    const isProof = ({ tags }: TestCase): boolean => tags.includes('proof');
    if (tagsFilter.includes('proof')) this.#leavesOut = (test) => !isProof(test);
    if (tagsFilter.includes('!proof')) this.#leavesOut = isProof;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length;
  }

  onTestCaseResult(test: TestCase): void {
    const { errors, state } = test.result();
    if (state === 'skipped' && !this.#leavesOut(test)) this.#skipped += 1;
    if (state === 'passed') this.#passed += 1;
    const failure = (): Failure => ({ ...nameTest(test), text: formatErrors(errors) });
    const failed = state === 'failed' ? failure() : undefined;
    if (failed) this.#failures.push(failed);
    if (test.diagnostic()?.flaky) this.#repeated.push(failure());
    const { processorMs } = test.meta();
    if (processorMs !== undefined && processorMs > BUDGET_MS && !test.tags.includes('proof'))
      this.#expensive.push({ ...nameTest(test), processorMs });
    this.#sendProgress(failed);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#filesDone += 1;
    const errors = [
      ...module.errors(),
      ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
    ];
    const failed =
      errors.length > 0 ? { file: nameFile(module), title: '', text: formatErrors(errors) } : undefined;
    if (failed) this.#failures.push(failed);
    this.#sendProgress(failed);
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    if (unhandled.length > 0)
      this.#failures.push({ file: '', title: 'an error outside the tests', text: formatErrors(unhandled) });
    const report: PartReport = {
      passed: this.#passed,
      skipped: this.#skipped,
      failures: this.#failures,
      repeated: this.#repeated,
      expensive: this.#expensive,
    };
    const path = process.env[REPORT_FILE];
    if (path !== undefined) writeFileSync(path, JSON.stringify(report));
  }

  #sendProgress(failure?: Failure): void {
    const progress: PartProgress = {
      passed: this.#passed,
      failed: this.#failures.length,
      filesDone: this.#filesDone,
      files: this.#files,
      ...(failure && { failure }),
    };
    process.send?.(progress);
  }
}

const nameFile = ({ moduleId }: TestModule): string => relative(process.cwd(), moduleId);
const nameTest = (test: TestCase): TestName => ({ file: nameFile(test.module), title: test.fullName });

/** Returns the messages with the differences and the first frames in the project's own files. */
const formatErrors = (errors: readonly (TestError | SerializedError)[] = []): string =>
  errors.map(formatError).join('\n');

function formatError({ diff, message, name, stack = '' }: TestError | SerializedError): string {
  const frames = stack
    .split('\n')
    .filter((line) => /^\s+at |^\s+❯ /.test(line) && !line.includes('node_modules'))
    .slice(0, FRAMES_SHOWN);
  const text = [`${name ?? 'Error'}: ${message}`, ...(typeof diff === 'string' ? [diff] : [])].join('\n');
  return [...text.split('\n').slice(0, MESSAGE_LINES), ...frames].join('\n');
}
