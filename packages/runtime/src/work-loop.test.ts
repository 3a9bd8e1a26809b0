import { expect, test } from 'vitest';
import { SteppedClock } from './clock.ts';
import { startLoop, WorkLoop } from './work-loop.ts';

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

/** Starts a loop that is requested with keys. Each of its runs lasts until the test ends it. */
function startRequestedLoop(options: { readonly everyMs?: number; readonly idleMs?: number } = {}) {
  const clock = new SteppedClock();
  const runs: (PromiseWithResolvers<void> & { readonly keys: readonly string[] })[] = [];
  const errors: unknown[] = [];
  const loop = new WorkLoop<string>({
    ...options,
    clock,
    run: (keys) => {
      const run = { ...Promise.withResolvers<void>(), keys: [...keys] };
      runs.push(run);
      return run.promise;
    },
    onError: (error) => errors.push(error),
  });
  const listKeys = () => runs.map(({ keys }) => keys.join());
  return { clock, errors, listKeys, loop, runs };
}

/** Records whether a promise is resolved. */
function observe(promise: PromiseLike<void>) {
  const state = { isResolved: false };
  void promise.then(() => (state.isResolved = true));
  return state;
}

test('runs on request only, if it has no interval', async () => {
  const { clock, loop, runs } = startRequestedLoop();
  expect(clock.pendingTimers).toBe(0);
  loop.request();
  await clock.advance(0);
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await clock.advance(86_400_000);
  expect(runs).toHaveLength(1);
  await loop[Symbol.asyncDispose]();
});

test('runs once more for all requests during a run, with their keys', async () => {
  const { clock, listKeys, loop, runs } = startRequestedLoop();
  loop.request('a');
  loop.request('a');
  await clock.advance(0);
  for (const key of ['b', 'c', 'b']) loop.request(key);
  await clock.advance(0);
  expect(listKeys()).toEqual(['a']);
  runs[0]?.resolve();
  await clock.advance(0);
  expect(listKeys()).toEqual(['a', 'b,c']);
  runs[1]?.resolve();
  await clock.advance(0);
  expect(runs).toHaveLength(2);
  await loop[Symbol.asyncDispose]();
});

test('runs once for a tick and requests during a run, and keeps the interval of its ticks', async () => {
  const { clock, listKeys, loop, runs } = startRequestedLoop({ everyMs: 1000 });
  await clock.advance(600);
  loop.request('a');
  await clock.advance(600);
  loop.request('b');
  runs[0]?.resolve();
  await clock.advance(0);
  expect(listKeys()).toEqual(['a', 'b']);
  runs[1]?.resolve();
  await clock.advance(999);
  expect(runs).toHaveLength(2);
  await clock.advance(1);
  expect(listKeys()).toEqual(['a', 'b', '']);
  runs[2]?.resolve();
  await loop[Symbol.asyncDispose]();
});

test('continues after the error of a requested run, and runs the request that followed it', async () => {
  const { clock, errors, listKeys, loop, runs } = startRequestedLoop();
  loop.request('a');
  await clock.advance(0);
  loop.request('b');
  runs[0]?.reject(new Error('first'));
  await clock.advance(0);
  expect(errors).toEqual([new Error('first')]);
  expect(listKeys()).toEqual(['a', 'b']);
  runs[1]?.resolve();
  await loop[Symbol.asyncDispose]();
});

test('settles when the runs requested before have ended, whatever is requested later', async () => {
  const { clock, loop, runs } = startRequestedLoop();
  await loop.settled();
  loop.request('a');
  await clock.advance(0);
  loop.request('b');
  const all = observe(loop.settled());
  const keys = ['a', 'b', 'c'].map((key) => observe(loop.settled(key)));
  const listSettled = () => [all, ...keys].map(({ isResolved }) => isResolved);
  await clock.advance(0);
  expect(listSettled()).toEqual([false, false, false, true]);
  runs[0]?.resolve();
  await clock.advance(0);
  expect(listSettled()).toEqual([false, false, false, true]);
  loop.request('a');
  runs[1]?.resolve();
  await clock.advance(0);
  expect(listSettled()).toEqual([true, true, true, true]);
  runs[2]?.resolve();
  await loop[Symbol.asyncDispose]();
});

test.each<[string, (loop: WorkLoop<string>, run: PromiseWithResolvers<void>) => void, number]>([
  ['waits for the idle time after a run', (_loop, run) => run.resolve(), 5000],
  [
    'runs at the next tick when asked during a run',
    (loop, run) => (loop.runAtNextTick(), run.resolve()),
    1000,
  ],
  [
    'runs at the next tick when asked after a run',
    (loop, run) => (run.resolve(), loop.runAtNextTick()),
    1000,
  ],
  ['runs at the next tick after a failure', (_loop, run) => run.reject(new Error('failed')), 1000],
])('%s', async (_title, end, waitMs) => {
  const { clock, loop, runs } = startRequestedLoop({ everyMs: 1000, idleMs: 5000 });
  await clock.advance(1000);
  const [first] = runs;
  if (!first) throw new Error('The first tick runs nothing.');
  end(loop, first);
  await clock.advance(waitMs - 1);
  expect(runs).toHaveLength(1);
  await clock.advance(1);
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await loop[Symbol.asyncDispose]();
});

test('runs a request in the idle time', async () => {
  const { clock, loop, runs } = startRequestedLoop({ everyMs: 1000, idleMs: 5000 });
  await clock.advance(1000);
  runs[0]?.resolve();
  loop.request();
  await clock.advance(0);
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await loop[Symbol.asyncDispose]();
});

test('drops the requests of a run that has not started when it is disposed of, and later ones', async () => {
  const { clock, listKeys, loop, runs } = startRequestedLoop({ everyMs: 1000 });
  loop.request('a');
  await clock.advance(0);
  loop.request('b');
  expect(loop.isStopped).toBe(false);
  const disposal = observe(loop[Symbol.asyncDispose]());
  expect(loop.isStopped).toBe(true);
  loop.request('c');
  await clock.advance(5000);
  expect(disposal.isResolved).toBe(false);
  runs[0]?.resolve();
  await clock.advance(5000);
  expect(disposal.isResolved).toBe(true);
  await loop.settled('b');
  expect(listKeys()).toEqual(['a']);
  expect(clock.pendingTimers).toBe(0);
});
