import { spawn } from 'node:child_process';
import { PassThrough } from 'node:stream';

/** Output of a program: the terminal, or a stream that is shown later. */
export type Output = 'inherit' | PassThrough;

const BUFFER_BYTES = 64 * 1024 * 1024;

/** Buffers output until `show` is called; then writes it to the terminal. */
export class BufferedOutput {
  readonly stream = new PassThrough({ highWaterMark: BUFFER_BYTES });

  show(): void {
    this.stream.pipe(process.stderr, { end: false });
  }
}

/** Runs a program to its end and returns its exit code. Forwards signals to the program; an abort ends it. */
export function runProgram(
  program: string,
  args: readonly string[],
  {
    env = process.env,
    output = 'inherit',
    signal,
  }: { env?: NodeJS.ProcessEnv; output?: Output; signal?: AbortSignal } = {},
): Promise<number> {
  const written = output === 'inherit' ? 'inherit' : 'pipe';
  const child = spawn(program, args, { stdio: ['inherit', written, written], env });
  if (output !== 'inherit')
    for (const stream of [child.stdout, child.stderr]) stream?.pipe(output, { end: false });
  const pass = (name: NodeJS.Signals) => (): void => void child.kill(name);
  const [onTerm, onInt] = [pass('SIGTERM'), pass('SIGINT')];
  process.on('SIGTERM', onTerm);
  process.on('SIGINT', onInt);
  signal?.addEventListener('abort', onTerm);
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', (code, killed) => {
      process.off('SIGTERM', onTerm);
      process.off('SIGINT', onInt);
      signal?.removeEventListener('abort', onTerm);
      resolve(code ?? (killed ? 128 : 1));
    });
  });
}
