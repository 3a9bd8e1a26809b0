import { MINUTE_MS, SteppedClock } from '@northlight/runtime';
import { expect, test } from 'vitest';
import type { Bus } from './bus/bus.ts';
import { LocalBus } from './bus/local-bus.ts';
import { RightsWatch, type WatchedRight } from './rights-watch.ts';

/** Returns a watch on a bus whose connection the test controls, and one watched right. */
function world() {
  const clock = new SteppedClock();
  const local = new LocalBus({ error: () => undefined });
  const handlers = new Set<(isConnected: boolean) => void>();
  let isConnected = true;
  const bus: Bus = {
    publish: (message) => local.publish(message),
    subscribe: (topic, handler) => local.subscribe(topic, handler),
    get isConnected() {
      return isConnected;
    },
    onConnection: (handler) => {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
  };
  const connect = (now: boolean): void => {
    isConnected = now;
    for (const handler of handlers) handler(now);
  };
  const watch = new RightsWatch({ bus, clock });
  const right = { lookUps: 0, ended: 0, until: Infinity as number | undefined };
  const start = (given: Partial<WatchedRight> = {}) =>
    watch.watch({
      sessionId: 'session',
      accountId: 'anna',
      projectId: 7,
      since: watch.version,
      until: right.until ?? 0,
      lookUp: () => {
        right.lookUps += 1;
        return Promise.resolve(right.until);
      },
      onEnded: () => (right.ended += 1),
      ...given,
    });
  const settle = () => clock.advance(0);
  return { bus, clock, connect, right, settle, start, watch };
}

test.each([{ sessionId: 'session' }, { accountId: 'anna' }, { projectId: 7 }])(
  'ends a lost right when a message names %o',
  async (of) => {
    const { bus, right, settle, start } = world();
    using _watched = start();
    bus.publish({ topic: 'rights', of });
    await settle();
    expect(right).toMatchObject({ lookUps: 1, ended: 0 });
    right.until = undefined;
    bus.publish({ topic: 'rights', of });
    await settle();
    expect(right).toMatchObject({ lookUps: 2, ended: 1 });
    bus.publish({ topic: 'rights', of });
    await settle();
    expect(right).toMatchObject({ lookUps: 2, ended: 1 });
  },
);

test('ignores messages about other sessions, accounts and projects', async () => {
  const { bus, right, settle, start } = world();
  using _watched = start();
  for (const holder of [{ sessionId: 'x' }, { accountId: 'ben' }, { projectId: 8 }])
    bus.publish({ topic: 'rights', of: holder });
  await settle();
  expect(right.lookUps).toBe(0);
});

test('checks a right every minute without messages, and at its known end', async () => {
  const { clock, right, start } = world();
  right.until = clock.now() + 2.5 * MINUTE_MS;
  using _watched = start();
  await clock.advance(2 * MINUTE_MS);
  expect(right.lookUps).toBe(2);
  right.until = undefined;
  await clock.advance(MINUTE_MS / 2);
  expect(right).toMatchObject({ lookUps: 3, ended: 1 });
});

test('notices a change between the first check and the start of the watch', async () => {
  const { bus, right, settle, start, watch } = world();
  const since = watch.version;
  bus.publish({ topic: 'rights', of: { accountId: 'anna' } });
  right.until = undefined;
  using _watched = start({ since });
  await settle();
  expect(right.ended).toBe(1);
});

test('checks a right once more when messages arrive during a check', async () => {
  const { bus, right, settle, start } = world();
  const answers: PromiseWithResolvers<number | undefined>[] = [];
  using _watched = start({
    lookUp: () => {
      const answer = Promise.withResolvers<number | undefined>();
      answers.push(answer);
      return answer.promise;
    },
  });
  for (let count = 0; count < 3; count++) bus.publish({ topic: 'rights', of: { projectId: 7 } });
  expect(answers).toHaveLength(1);
  answers[0]?.resolve(Infinity);
  await settle();
  expect(answers).toHaveLength(2);
  answers[1]?.resolve(undefined);
  await settle();
  expect(right.ended).toBe(1);
});

test('ends a right whose check fails', async () => {
  const { bus, right, settle, start } = world();
  using _watched = start({ lookUp: () => Promise.reject(new Error('no database')) });
  bus.publish({ topic: 'rights', of: { projectId: 7 } });
  await settle();
  expect(right.ended).toBe(1);
});

test('checks rights at once and every 1.5 s without a bus, and once more when it reconnects', async () => {
  const { clock, connect, right, settle, start } = world();
  using _watched = start();
  connect(false);
  await settle();
  expect(right.lookUps).toBe(1);
  await clock.advance(3_000);
  expect(right.lookUps).toBe(3);
  connect(true);
  await settle();
  expect(right.lookUps).toBe(4);
  await clock.advance(MINUTE_MS - 1);
  expect(right.lookUps).toBe(4);
});

test('checks no right after the watch is disposed of', async () => {
  const { bus, clock, right, start } = world();
  start()[Symbol.dispose]();
  bus.publish({ topic: 'rights', of: { projectId: 7 } });
  await clock.advance(5 * MINUTE_MS);
  expect(right).toMatchObject({ lookUps: 0, ended: 0 });
  expect(clock.pendingTimers).toBe(0);
});
