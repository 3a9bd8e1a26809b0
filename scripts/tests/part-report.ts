/** Report of one part of the tests, passed from Vitest's reporter to the run as a file. */
export const REPORT_FILE = 'NORTHLIGHT_TEST_REPORT';

export interface TestName {
  /** Path from the root of the repository; empty if the failure belongs to no file. */
  readonly file: string;
  /** Titles of the suites and of the test; empty for a failure of the whole file. */
  readonly title: string;
}

export interface Failure extends TestName {
  /** Message, difference and the first frames of the stack. */
  readonly text: string;
}

export interface PartReport {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
  /** Tests that failed once and then passed, with the failure. */
  readonly repeated: readonly Failure[];
  /** Tests without the tag `proof` above the budget of processor time. */
  readonly expensive: readonly (TestName & { readonly processorMs: number })[];
}

export const EMPTY_REPORT: PartReport = { passed: 0, skipped: 0, failures: [], repeated: [], expensive: [] };

/** Progress of a running part, sent by its reporter. */
export interface PartProgress {
  readonly passed: number;
  readonly failed: number;
  readonly filesDone: number;
  readonly files: number;
  /** A failure since the last progress. */
  readonly failure?: Failure;
}

export const formatTestName = ({ file, title }: TestName): string =>
  [file, title].filter((text) => text !== '').join(' > ');
