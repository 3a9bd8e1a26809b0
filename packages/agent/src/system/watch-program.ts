import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface Watching extends Disposable {
  /** The program has ended by itself: nothing is watched any more. */
  readonly ended: boolean;
}

/** A program that writes a line for each thing that happens, until disposed of; rejects when it does not start. */
export function watchProgram(
  [program, ...args]: readonly [string, ...string[]],
  onLine: (line: string) => void,
): Promise<Watching> {
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
