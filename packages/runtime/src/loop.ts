import type { Clock } from './clock.ts';

/**
 * Runs `work` every `everyMs` of the clock, first after one interval. The next interval starts when the work
 * has ended, so that runs never overlap and a slow run causes no burst. `onError` receives the error of a
 * run; the loop then continues. Disposing of the result stops the loop and resolves when a run in progress
 * has ended.
 */
export function startLoop(
  clock: Clock,
  everyMs: number,
  work: () => Promise<unknown> | void,
  onError: (error: unknown) => void,
): AsyncDisposable {
  let cancel: () => void = () => undefined;
  let running: Promise<void> | undefined;
  let stopped = false;
  const run = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      onError(error);
    }
    running = undefined;
    if (!stopped) arm();
  };
  const arm = (): void => {
    cancel = clock.after(everyMs, () => {
      running = run();
    });
  };
  arm();
  return {
    [Symbol.asyncDispose]: async () => {
      stopped = true;
      cancel();
      await running;
    },
  };
}
