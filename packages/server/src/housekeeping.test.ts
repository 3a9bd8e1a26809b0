import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '@northlight/runtime';
import { createProject, pollUntil, startTestServer, type TestServer } from './testing/index.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

let accounts = 0;

test('deletes old attempts, flows and expired sessions, and keeps active sessions', async () => {
  const { db } = world.services;
  await world.signedUpByCode(`user${++accounts}@example.com`);
  const count = async (
    table: 'attempts' | 'limit_keys' | 'sessions' | 'verification_flows',
  ): Promise<number> => (await db.selectFrom(table).selectAll().execute()).length;
  expect([await count('attempts'), await count('sessions'), await count('verification_flows')]).toEqual([
    2, 1, 1,
  ]);
  for (let day = 0; day < 5; day++) await world.clock.leap(DAY_MS);
  const remembered = await world.signedUpByCode(`user${++accounts}@example.com`);
  // A run that began before this time arms the next one when it has ended.
  await pollUntil(async () => {
    await world.clock.advance(HOUR_MS);
    return (await count('sessions')) === 1;
  });
  await pollUntil(async () => (await count('verification_flows')) === 1);
  expect(await count('attempts')).toBe(2);
  expect((await remembered.call('sessionGet', {})).visitor).toBe(false);
});

test('deletes copies permanently one day after they have expired', async () => {
  const { db } = world.services;
  const owner = await world.signedUp(`user${++accounts}@example.com`);
  const { id } = await createProject(owner);
  const kept = await createProject(owner);
  const expires = new Date(world.clock.now() + HOUR_MS);
  await db.updateTable('projects').set({ expires_at: expires }).where('id', '=', id).execute();
  const count = async (): Promise<number> =>
    (await db.selectFrom('projects').select('id').where('id', 'in', [id, kept.id]).execute()).length;
  await world.clock.leap(DAY_MS);
  expect(await count()).toBe(2);
  await world.clock.leap(HOUR_MS);
  await pollUntil(async () => {
    await world.clock.advance(HOUR_MS);
    return (await count()) === 1;
  });
});
