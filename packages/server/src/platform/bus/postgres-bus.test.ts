import { type Clock, SystemClock, SystemEntropy } from '@northlight/runtime';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, inject, test } from 'vitest';
import { createTestDatabase, pollUntil } from '../../testing/index.ts';
import { openDatabase } from '../db/database.ts';
import { PostgresBus } from './postgres-bus.ts';
import { describeBus } from './testing/bus-contract.ts';

/** Opens two buses on one database, as two server processes do. */
async function twoBuses(clock: Clock = new SystemClock()) {
  await using building = new AsyncDisposableStack();
  const database = building.use(await createTestDatabase(inject('databaseUrl')));
  const db = openDatabase(database.url, () => undefined);
  building.defer(() => db.destroy());
  const log = pino({ level: 'silent' });
  const services = {
    databaseUrl: database.url,
    db,
    clock,
    entropy: new SystemEntropy(),
    log,
  };
  const publisher = building.use(await PostgresBus.open(services));
  const subscriber = building.use(await PostgresBus.open(services));
  const ending = building.move();
  return {
    publisher,
    subscriber,
    cut: () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query ~ '^(listen|select 1)'`.execute(
        db,
      ),
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  };
}

describeBus('PostgresBus', twoBuses);

test('calls subscribers of its own process synchronously and once', async () => {
  await using ends = await twoBuses();
  const received: string[] = [];
  ends.publisher.subscribe('pendingWork', ({ deviceId }) => received.push(deviceId));
  ends.publisher.publish({ topic: 'pendingWork', deviceId: 'a' });
  expect(received).toEqual(['a']);
  const seen = new Promise((resolve) => ends.publisher.subscribe('claimed', resolve));
  ends.subscriber.publish({ topic: 'claimed', sn: 'from the other one' });
  await seen;
  expect(received).toEqual(['a']);
});

test('announces many changed rows as a change of the whole list', async () => {
  await using ends = await twoBuses();
  const rows = Array.from(
    { length: 500 },
    (_, index) => `018f3c2e-0000-7000-8000-${String(index).padStart(12, '0')}`,
  );
  const received = new Promise((resolve) => ends.subscriber.subscribe('live', resolve));
  ends.publisher.publish({ topic: 'live', resource: 'devices', to: { projectId: 7 }, rows });
  expect(await received).toEqual({ topic: 'live', resource: 'devices', to: { projectId: 7 } });
});

test('reports a lost connection, reconnects and receives messages again, twenty times in a row', async () => {
  await using ends = await twoBuses();
  const states: boolean[] = [];
  const received: string[] = [];
  ends.subscriber.onConnection((isConnected) => states.push(isConnected));
  ends.subscriber.subscribe('pendingWork', ({ deviceId }) => received.push(deviceId));
  for (let round = 1; round <= 20; round++) {
    await ends.cut();
    await pollUntil(() => states.length === 2 * round);
    expect(states.slice(-2)).toEqual([false, true]);
    await pollUntil(() => ends.publisher.isConnected);
    ends.publisher.publish({ topic: 'pendingWork', deviceId: String(round) });
    await pollUntil(() => received.at(-1) === String(round));
  }
});

test('keeps a connection whose answer waits while the process is busy', async () => {
  const timers = new Set<() => void>();
  const runAll = (): void => {
    const due = [...timers];
    timers.clear();
    for (const run of due) run();
  };
  const clock: Clock = {
    now: () => performance.now(),
    after: (_ms, run) => {
      timers.add(run);
      return () => void timers.delete(run);
    },
  };
  await using ends = await twoBuses(clock);
  const states: boolean[] = [];
  for (const bus of [ends.publisher, ends.subscriber])
    bus.onConnection((isConnected) => states.push(isConnected));
  // Both probes are sent. Then the process computes for longer than they may take, so that their time ends before their
  // answers are read.
  runAll();
  const end = performance.now() + 200;
  while (performance.now() < end) continue;
  runAll();
  await pollUntil(() => timers.size === 2);
  expect(states).toEqual([]);
  expect([ends.publisher.isConnected, ends.subscriber.isConnected]).toEqual([true, true]);
});
