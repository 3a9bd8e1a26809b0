import { HOUR_MS, SteppedClock } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { playSite, startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';
import { fireSchedules } from './schedules.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'), {
    clock: new SteppedClock(Date.parse('2026-07-01T12:00Z')),
  });
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const advance = async (ms: number): Promise<void> => {
  await world.clock.advance(ms);
  await world.services.jobScheduler.processAll();
};

/** The lease that the server holds in these tests. */
const HELD = { name: 'jobs', fence: 1, confirm: () => Promise.resolve() };

test('restarts devices once at the local time, except recently started and offline ones', async () => {
  await using site = await playSite(world, owner, 'NL-GW5', 'NL-AP6C', 'NL-AP6C');
  const [old, recent, offline] = site.devices;
  if (!old || !recent || !offline) return;
  const deviceIds = [old.id, recent.id, offline.id];
  const added = await owner.call('restartScheduleAdd', {
    params: site.params,
    body: { deviceIds, weekdays: [], at: '15:30' },
  });
  // Lisbon is an hour ahead of UTC in July.
  expect(added.nextAt).toBe('2026-07-01T14:30:00.000Z');
  await advance(2.5 * HOUR_MS - 10_000);
  await old.on({ uptimeSeconds: 5 * 3600 });
  await recent.on({ uptimeSeconds: 60 });
  // Advances tick by tick, because each tick is scheduled from the end of the previous tick.
  for (let tick = 0; tick < 4; tick++) await advance(5_000);
  expect(await old.command()).toMatchObject({ kind: 'restart' });
  const { items } = await owner.call('jobList', { params: site.params });
  expect(items).toHaveLength(1);
  const rows = Object.fromEntries((items[0]?.rows ?? []).map((row) => [row.deviceId, row.detail]));
  expect(rows[recent.id]).toBe('The device has been up for less than 1 h.');
  expect(rows[offline.id]).toBe('The device is offline. Try again when it is online.');
  // Two servers that run at the same moment create no second job after the schedule has ended.
  await Promise.all([fireSchedules(world.services, HELD), fireSchedules(world.services, HELD)]);
  await advance(HOUR_MS);
  expect((await owner.call('jobList', { params: site.params })).items).toHaveLength(1);
  const [schedule] = (await owner.call('restartScheduleList', { params: site.params })).items;
  expect(schedule?.nextAt).toBeUndefined();
});

test('skips a restart time that passed while no server was running, and keeps the next one', async () => {
  await using site = await playSite(world, owner, 'NL-GW5');
  const [device] = site.devices;
  if (!device) return;
  const body = { deviceIds: [device.id], weekdays: [1, 2, 3, 4, 5, 6, 7], at: '04:00' };
  const { id } = await owner.call('restartScheduleAdd', { params: site.params, body });
  const { db, clock } = world.services;
  await db
    .updateTable('restart_schedules')
    .set({ next_at: new Date(clock.now() - 2 * HOUR_MS) })
    .where('id', '=', id)
    .execute();
  await fireSchedules(world.services, HELD);
  expect((await owner.call('jobList', { params: site.params })).items).toEqual([]);
  const [schedule] = (await owner.call('restartScheduleList', { params: site.params })).items;
  expect(Date.parse(schedule?.nextAt ?? '')).toBeGreaterThan(clock.now());
  await owner.call('restartScheduleRemove', { params: { ...site.params, scheduleId: id } });
  expect((await owner.call('restartScheduleList', { params: site.params })).items).toEqual([]);
  const missing = await owner.refused('restartScheduleRemove', {
    params: { ...site.params, scheduleId: id },
  });
  expect(missing.status).toBe(404);
});

test.each([['24:00'], ['3:30'], ['03:60'], ['']])('rejects %j as a time', async (at) => {
  await using site = await playSite(world, owner, 'NL-GW5');
  const deviceIds = site.devices.map(({ id }) => id);
  const { body } = await owner.refused('restartScheduleAdd', {
    params: site.params,
    body: { deviceIds, weekdays: [], at },
  });
  expect(Object.keys(body.fields ?? {})).toEqual(['at']);
});
