import { spawn } from 'node:child_process';

/** A program that could not be started, took too long, or ended with another code than 0. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly argv: readonly string[];
  /** What it had written before: some programs answer no by their exit code. */
  readonly output: string;

  constructor(argv: readonly string[], said: string, output = '') {
    super(`${argv[0] ?? ''}: ${said.trim().slice(0, 500)}`);
    this.argv = argv;
    this.output = output;
  }
}

/** Runs a program with its arguments, never a shell, and resolves with what it wrote. */
export type Run = (argv: readonly [string, ...string[]], input?: string) => Promise<string>;

const TIMEOUT_MS = 15_000;

export const run: Run = (argv, input) =>
  new Promise((resolve, reject) => {
    const [program, ...args] = argv;
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      // Its timer, unlike that of `timeout`, does not outlive a program that could not be started.
      signal: AbortSignal.timeout(TIMEOUT_MS),
      killSignal: 'SIGKILL',
      env: commandEnvironment(),
    });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => reject(new CommandFailed(argv, error.message)));
    // `close` comes after the last output; programs that go to the background let their pipes go.
    child.on('close', (code, signal) => {
      if (code === 0) resolve(out);
      else reject(new CommandFailed(argv, err || out || `ended with ${signal ?? code}`, out));
    });
    child.stdin.end(input ?? '');
  });

/** Programs of the system live where root's path looks; messages are in one language. */
function commandEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${process.env['PATH'] ?? ''}:/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin`,
    LC_ALL: 'C',
  };
}
