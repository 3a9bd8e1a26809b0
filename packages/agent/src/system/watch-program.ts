import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface WatchedProgram extends Disposable {
  /** True when the program has exited, so that changes are no longer reported. */
  readonly ended: boolean;
}

/**
 * Runs a program that prints a line per event, until the watch is disposed of. Rejects when the program
 * cannot be started.
 */
export function watchProgram(
  [program, ...args]: readonly [string, ...string[]],
  onLine: (line: string) => void,
): Promise<WatchedProgram> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let ended = false;
  createInterface({ input: child.stdout }).on('line', onLine);
  child.on('exit', () => (ended = true));
  return new Promise((resolve, reject) => {
    child.on('error', (error) => {
      ended = true;
      reject(error);
    });
    child.on('spawn', () =>
      resolve({
        get ended() {
          return ended;
        },
        [Symbol.dispose]: () => void child.kill(),
      }),
    );
  });
}
