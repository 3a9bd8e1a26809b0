import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** An idle process that runs in parallel to the measured process. */
export interface IdleLoop extends Disposable {
  /** Discards earlier samples. */
  begin(): void;
  /** Returns the delay of the event loop (ms), percentile 99. */
  p99(): Promise<number>;
}

export function watchIdleLoop(): IdleLoop {
  const child = fork(fileURLToPath(new URL('./idle-loop-process.ts', import.meta.url)));
  return {
    begin: () => void child.send('begin'),
    p99: async () => {
      child.send('read');
      const [late] = (await once(child, 'message')) as [number];
      return late;
    },
    [Symbol.dispose]: () => child.disconnect(),
  };
}
