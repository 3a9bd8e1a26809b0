import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createProject, startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';
import { storeJob } from './store.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

test('lists every job on exactly one page, newest first, also jobs with equal times', async () => {
  const { id: projectId } = await createProject(owner);
  const { db, entropy } = world.services;
  const start = world.clock.now();
  for (const [index, ms] of [0, 5, 5, 5, 9].entries()) {
    const job = {
      projectId,
      kind: 'locate',
      title: `Job ${index}`,
      createdBy: 'owner',
      actorId: null,
    } as const;
    const now = new Date(start + ms);
    await db.transaction().execute((tx) => storeJob({ tx, entropy, now }, job, []));
  }
  const titles: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 2, ...(cursor !== undefined && { cursor }) };
    const page = await owner.call('jobList', { params: { projectId }, query });
    expect(page.items.length).toBeLessThanOrEqual(2);
    titles.push(...page.items.map(({ title }) => title));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect([titles[0], titles.at(-1)]).toEqual(['Job 4', 'Job 0']);
  expect(titles.toSorted()).toEqual(['Job 0', 'Job 1', 'Job 2', 'Job 3', 'Job 4']);
});
