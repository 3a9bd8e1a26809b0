import { spawn } from 'node:child_process';

/** Error of a program that could not be started, timed out, or exited with a code other than 0. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly argv: readonly string[];
  /** Output of the program; some programs report a negative answer by their exit code. */
  readonly output: string;

  constructor(argv: readonly string[], detail: string, output = '') {
    super(`${argv[0] ?? ''}: ${detail.trim().slice(0, 500)}`);
    this.argv = argv;
    this.output = output;
  }
}

/** Runs a program without a shell and resolves with its standard output; rejects with `CommandFailed`. */
export type RunProgram = (argv: readonly [string, ...string[]], input?: string) => Promise<string>;

const TIMEOUT_MS = 15_000;

export const runProgram: RunProgram = (argv, input) =>
  new Promise((resolve, reject) => {
    const [program, ...args] = argv;
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      // Uses a signal, because the timer of the option `timeout` would continue after a program that could
      // not be started.
      signal: AbortSignal.timeout(TIMEOUT_MS),
      killSignal: 'SIGKILL',
      env: createEnvironment(),
    });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => reject(new CommandFailed(argv, error.message)));
    // Waits for `close`, which follows the last output. Programs that go to the background close their pipes.
    child.on('close', (code, signal) => {
      if (code === 0) resolve(out);
      else reject(new CommandFailed(argv, err || out || `ended with ${signal ?? code}`, out));
    });
    child.stdin.end(input ?? '');
  });

/**
 * Returns the environment with root's program directories in the path and the C locale, so that output can be
 * parsed.
 */
function createEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${process.env['PATH'] ?? ''}:/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin`,
    LC_ALL: 'C',
  };
}
