import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestBrowser, type TestServer } from '../../testing/index.ts';
import { groupProject } from './group-project.ts';
import { AlarmSite } from '../testing/alarm-site.ts';
import { RECORDER_SCENARIOS } from '../testing/recorder-scenarios.ts';
import { SCENARIOS } from '../testing/scenarios.ts';
import { testScenarios } from '../testing/scenario-test.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

testScenarios(SCENARIOS, () => ({ world, owner }));
testScenarios(RECORDER_SCENARIOS, () => ({ world, owner }));

test('raises one site alarm when several servers group alarms at once', async () => {
  const site = await AlarmSite.make(world, owner, { sw: { model: 'NL-SW8P' }, bridge: { model: 'NL-CPE5' } });
  const { clock, db, entropy } = world.services;
  await site.down('sw', 'bridge');
  await db
    .deleteFrom('alarms')
    .where('project_id', '=', site.projectId)
    .where('kind', '=', 'site-lost')
    .execute();
  await db.updateTable('alarms').set({ cause_id: null }).where('project_id', '=', site.projectId).execute();
  const runs = Array.from({ length: 8 }, () => groupProject(db, entropy, site.projectId, clock.now()));
  expect((await Promise.all(runs)).filter(Boolean)).toHaveLength(1);
  expect(await site.shown()).toEqual(['site-lost +2/2']);
  await site.remove();
});

test('lists the events of an offline device once and in order after it reconnects, also with a wrong clock', async () => {
  const site = await AlarmSite.make(world, owner, { ap: { model: 'NL-AP6C' } });
  const hour = 3_600_000;
  const now = world.clock.now();
  const kept = Array.from({ length: 24 }, (_, index) => ({
    eid: `kept ${index}`,
    ts: now - (24 - index) * hour,
  }));
  // Simulates a reconnection: the device repeats some events and sends some late.
  for (const event of [...kept.slice(0, 10), ...kept.slice(5, 24), ...kept.toReversed()])
    await site.event('ap', 'radar', { text: event.eid }, event);
  await site.event('ap', 'radar', { text: 'of 1970' }, { eid: '1970', ts: 0 });
  await site.event('ap', 'radar', { text: 'of 2099' }, { eid: '2099', ts: Date.UTC(2099, 0, 1) });
  const { items } = await owner.call('alarmList', { params: { projectId: site.projectId }, query: {} });
  expect(items.slice(0, 2).map(({ time }) => Date.parse(time))).toEqual([now, now]);
  expect(items.slice(2).map(({ event }) => event)).toEqual(kept.map(({ eid }) => eid).toReversed());
  await site.remove();
});
