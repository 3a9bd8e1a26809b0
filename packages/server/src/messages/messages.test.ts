import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '@northlight/runtime';
import { createProject, startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';

let world: TestServer;
let giver: TestBrowser;
let receiver: TestBrowser;
const RECEIVER = 'messages@example.com';
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  giver = await world.signedUp();
  await world.clock.advance(120_000);
  receiver = await world.signedUp(RECEIVER);
});
afterAll(() => world[Symbol.asyncDispose]());

/** Moves expiry times instead of the clock, because the sessions would expire too. */
const expireBefore = (table: 'shares' | 'project_transfers', ms: number) =>
  world.services.db
    .updateTable(table)
    .set({ expires_at: new Date(world.clock.now() - ms) })
    .execute();
const messages = () => receiver.call('messageList', {});

test('lists transfers, shares and expired shares as messages, and stores their read marks', async () => {
  const { id: projectId } = await createProject(giver, { name: 'Harbour' });
  const params = { projectId };
  await giver.call('shareCreate', {
    params,
    body: { account: RECEIVER, right: 'r', validity: { kind: 'hours', hours: 1 } },
  });
  await world.clock.advance(1000);
  await giver.call('transferCreate', { params, body: { account: RECEIVER } });
  const first = await messages();
  expect(first).toMatchObject({
    unread: 2,
    items: [
      { kind: 'transfer', projectName: 'Harbour', read: 0 },
      { kind: 'share', right: 'r', state: 'active', read: 0 },
    ],
  });
  const ids = first.items.map(({ id }) => id);
  const marks = { ids: [...ids, 'share:unknown:active'], read: true };
  expect(await receiver.call('messageMark', { body: marks })).toEqual({ marked: 2 });
  expect((await messages()).unread).toBe(0);
  await receiver.call('messageMark', { body: { ids: ids.slice(0, 1), read: false } });
  expect((await messages()).unread).toBe(1);
  await world.clock.leap(2 * HOUR_MS);
  const expired = (await messages()).items.find(({ kind }) => kind === 'share');
  expect(expired).toMatchObject({ state: 'expired', read: 0, projectName: 'Harbour' });
  await expireBefore('project_transfers', 1);
  expect((await messages()).items.map(({ kind }) => kind)).toEqual(['share']);
  await expireBefore('shares', 31 * DAY_MS);
  expect((await messages()).items).toEqual([]);
  expect((await giver.call('messageList', {})).items).toEqual([]);
});

test('ignores marks for messages of other accounts, and refuses visitors', async () => {
  expect(await giver.call('messageMark', { body: { ids: ['transfer:x'], read: true } })).toEqual({
    marked: 0,
  });
  const visitor = world.browser();
  expect((await visitor.refused('messageList', {})).body.code).toBe(9);
});
