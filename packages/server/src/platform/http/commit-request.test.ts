import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createProject, startTestServer, type TestBrowser, type TestServer } from '../../testing/index.ts';
import type { BusMessage } from '../bus/bus.ts';
import { commitRequest, type RequestWork } from './commit-request.ts';
import type { Handlers } from './serve.ts';

let world: TestServer;
let owner: TestBrowser;
let projectId: number;
/** Work that the next request for marked alarms does. */
let run: (work: RequestWork) => Promise<void>;

/** Replaces a handler, so that tests do their own work in a real request. */
const withOwnWork = (handlers: Handlers): Handlers => ({
  ...handlers,
  alarmMarkRead: async (_input, context) => {
    await commitRequest(context, (work) => run(work));
    return { marked: 0 };
  },
});

beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'), {
    adjust: ({ handlers, serving }) => ({ serving, handlers: withOwnWork(handlers) }),
  });
  owner = await world.signedUp('owner@example.com');
  ({ id: projectId } = await createProject(owner));
});
afterAll(() => world[Symbol.asyncDispose]());

/** Sends the request; resolves with its status, the messages of the server, and the audit rows of the project. */
async function request(work: typeof run) {
  run = work;
  const { bus, db } = world.services;
  const published: BusMessage[] = [];
  const ends = (['live', 'alarms', 'pendingWork'] as const).map((topic) =>
    bus.subscribe(topic, (message) => published.push(message)),
  );
  const { status } = await owner.fetch(`/api/v1/projects/${projectId}/alarm-reads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  for (const end of ends) end();
  const rows = await db
    .selectFrom('audit')
    .select(['action', 'actor', 'project_id'])
    .where('project_id', '=', projectId)
    .where('action', 'like', 'test.%')
    .execute();
  return { status, published, rows };
}

test('a unit of work acts for the caller and the project of its request', async () => {
  const { published, rows, status } = await request(async (work) => {
    expect([work.actor, work.account.account, work.projectId]).toEqual([
      'owner@example.com',
      'owner@example.com',
      projectId,
    ]);
    expect(work.now).toEqual(new Date(world.clock.now()));
    work.live('maps', 'maps');
    work.groupAlarms();
    work.pendingWork('a device');
    await work.audit({ action: 'test.work', object: 'x' });
  });
  expect(status).toBe(200);
  expect(published).toEqual([
    { topic: 'live', resource: 'maps', to: { projectId } },
    { topic: 'alarms', projectId },
    { topic: 'pendingWork', deviceId: 'a device' },
  ]);
  expect(rows).toEqual([{ action: 'test.work', actor: 'owner@example.com', project_id: projectId }]);
});

test('a unit of work that fails leaves neither rows nor messages', async () => {
  const { published, rows, status } = await request(async (work) => {
    work.live('maps');
    await work.audit({ action: 'test.failed', object: 'x' });
    throw new Error('planted');
  });
  expect([status, published]).toEqual([500, []]);
  expect(rows.map(({ action }) => action)).not.toContain('test.failed');
});
