import { expect, test } from 'vitest';
import { SteppedClock } from './clock.ts';
import { startLoop } from './loop.ts';

/** Starts a loop. Each of its runs lasts until the test ends it. */
function startPausedLoop(everyMs: number) {
  const clock = new SteppedClock();
  const runs: PromiseWithResolvers<void>[] = [];
  const errors: unknown[] = [];
  const loop = startLoop(
    clock,
    everyMs,
    () => {
      const run = Promise.withResolvers<void>();
      runs.push(run);
      return run.promise;
    },
    (error) => errors.push(error),
  );
  return { clock, errors, loop, runs };
}

test('runs a loop once per interval, the first time after one interval', async () => {
  const clock = new SteppedClock();
  let runs = 0;
  await using _loop = startLoop(
    clock,
    1000,
    () => void runs++,
    () => expect.unreachable(),
  );
  expect(runs).toBe(0);
  await clock.advance(3500);
  expect(runs).toBe(3);
});

test('starts the next interval only when a run has ended', async () => {
  const { clock, loop, runs } = startPausedLoop(1000);
  await clock.advance(29 * 86_400_000);
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await clock.advance(999);
  expect(runs).toHaveLength(1);
  await clock.advance(1);
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await loop[Symbol.asyncDispose]();
});

test('reports the error of a run and continues', async () => {
  const { clock, errors, loop, runs } = startPausedLoop(1000);
  await clock.advance(1000);
  runs[0]?.reject(new Error('first'));
  await clock.advance(1000);
  expect(errors).toEqual([new Error('first')]);
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await loop[Symbol.asyncDispose]();
});

test('waits for the run in progress when it is disposed of, and starts no other run', async () => {
  const { clock, loop, runs } = startPausedLoop(1000);
  await clock.advance(1000);
  let ended = false;
  const ending = Promise.resolve(loop[Symbol.asyncDispose]()).then(() => (ended = true));
  await clock.advance(5000);
  expect(ended).toBe(false);
  runs[0]?.resolve();
  await ending;
  await clock.advance(5000);
  expect(runs).toHaveLength(1);
  expect(clock.pendingTimers).toBe(0);
});
