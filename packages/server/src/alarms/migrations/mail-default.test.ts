import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from 'kysely';
import { createProject, startTestServer, type TestServer } from '../../testing/index.ts';
import { alarms006 } from './006-mail-default.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

test('migrates the e-mail choice of each account, and reads a missing row as off if the account had made a choice', async () => {
  const { db } = world.services;
  const owner = await world.signedUp();
  const [off, on, undecided] = [
    await createProject(owner),
    await createProject(owner),
    await createProject(owner),
  ];
  for (const choice of [true, false]) {
    await owner.call('alarmMailSet', { params: { projectId: off.id }, body: { on: choice } });
    await world.clock.advance(1_000);
  }
  await owner.call('alarmMailSet', { params: { projectId: on.id }, body: { on: true } });
  // Restores the state before the migration: a row for an account with mails, no row for others.
  await sql`delete from alarm_recipients where choice = 'off'`.execute(db);
  await sql`alter table alarm_recipients drop column choice`.execute(db);
  await alarms006.up(db);
  const get = async ({ id }: { id: number }) =>
    (await owner.call('alarmNotificationsGet', { params: { projectId: id } })).mail;
  expect(await get(off)).toMatchObject({ on: false });
  expect(await get(on)).toMatchObject({ on: true, criticalOnly: false });
  expect(await get(undecided)).toMatchObject({ on: true, criticalOnly: true });
});
