import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

interface LoggedProgram {
  /** File that receives the output. */
  readonly log: string;
  readonly signal: AbortSignal;
  readonly env?: NodeJS.ProcessEnv;
  readonly onMessage?: (message: unknown) => void;
}

/** Runs a program to its end with its output in a file; returns the exit code. An abort ends the program. */
export function spawnLogged(
  program: string,
  args: readonly string[],
  { env = process.env, log, onMessage, signal }: LoggedProgram,
): Promise<number> {
  const output = openSync(log, 'w');
  const child = spawn(program, args, {
    env: { ...env, NO_COLOR: '1', FORCE_COLOR: undefined },
    stdio: ['ignore', output, output, ...(onMessage ? (['ipc'] as const) : [])],
  });
  closeSync(output);
  if (onMessage) child.on('message', onMessage);
  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code, killed) => {
      signal.removeEventListener('abort', stop);
      resolve(code ?? (killed ? 128 : 1));
    });
  });
}
