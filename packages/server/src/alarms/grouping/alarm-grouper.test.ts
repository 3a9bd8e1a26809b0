import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { startTestServer } from '../../testing/index.ts';
import { AlarmSite } from '../testing/alarm-site.ts';

test('groups alarms that a stopped process left behind, also after a tick that could not read them', async () => {
  await using world = await startTestServer(inject('databaseUrl'));
  const site = await AlarmSite.make(world, await world.signedUp(), { ap: { model: 'NL-AP6C' } });
  const { alarms, db } = world.services;
  const tick = async (): Promise<void> => {
    await world.clock.advance(10_000);
    await alarms.processAll();
  };
  const listStates = async () =>
    (await db.selectFrom('alarms').select('status').where('project_id', '=', site.projectId).execute()).map(
      ({ status }) => status,
    );
  await site.down('ap');
  expect(await listStates()).toEqual(['shown']);
  // The state that a process leaves behind when it stops before it has grouped the alarm.
  await db
    .updateTable('alarms')
    .set({ status: 'new', shown_at: null })
    .where('project_id', '=', site.projectId)
    .execute();
  await sql`alter table alarms rename to unreadable_alarms`.execute(db);
  await tick();
  await sql`alter table unreadable_alarms rename to alarms`.execute(db);
  for (let count = 0; count < 3; count++) await tick();
  expect(await listStates()).toEqual(['shown']);
});
