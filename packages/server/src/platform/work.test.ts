import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/index.ts';
import type { BusMessage } from './bus/bus.ts';
import { LocalBus } from './bus/local-bus.ts';
import { commit } from './work.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

/** Returns the server's database with a separate bus, and the messages published on that bus. */
function services() {
  const published: BusMessage[] = [];
  const bus = new LocalBus({ error: () => undefined });
  for (const topic of ['live', 'pendingWork', 'drop'] as const)
    bus.subscribe(topic, (message) => published.push(message));
  return { services: { ...world.services, bus }, published };
}

test('publishes each message once after the commit', async () => {
  const { published, services: given } = services();
  const during = await commit(given, async (work) => {
    await work.tx.insertInto('limit_keys').values({ key: 'commit-test' }).execute();
    work.pendingWork('a');
    work.liveIn(7, 'devices', 'jobs');
    work.pendingWork('a');
    work.liveIn(7, 'devices');
    work.liveTo(['anna', 'anna'], 'sharing');
    return published.length;
  });
  expect(during).toBe(0);
  expect(published).toEqual([
    { topic: 'pendingWork', deviceId: 'a' },
    { topic: 'live', resource: 'devices', to: { projectId: 7 } },
    { topic: 'live', resource: 'jobs', to: { projectId: 7 } },
    { topic: 'live', resource: 'sharing', to: { accountId: 'anna' } },
  ]);
});

test('publishes nothing when the transaction is rolled back', async () => {
  const { published, services: given } = services();
  const failed = commit(given, async (work) => {
    await work.tx.insertInto('limit_keys').values({ key: 'rolled-back' }).execute();
    work.drop('a', 'removed');
    throw new Error('planted');
  });
  await expect(failed).rejects.toThrow('planted');
  expect(published).toEqual([]);
  const rows = world.services.db.selectFrom('limit_keys').selectAll().where('key', '=', 'rolled-back');
  expect(await rows.execute()).toEqual([]);
});
