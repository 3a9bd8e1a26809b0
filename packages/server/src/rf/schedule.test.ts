import { DEFAULT_RF_SETTINGS, type RfRunDetail } from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  pollUntil,
  startTestServer,
  TEST_PASSWORD,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';
import { playCrowd } from './testing/crowd.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const ZONE = 'Europe/Lisbon';
type Crowd = Awaited<ReturnType<typeof playCrowd>>;

/** Lets scheduled work of a project become due now, while its access points are online, and waits until it is done. */
async function makeDue({ projectId }: Crowd): Promise<void> {
  const now = new Date(world.clock.now());
  const { db, rfPlanner } = world.services;
  await db
    .updateTable('rf_runs')
    .set({ apply_at: now })
    .where('project_id', '=', projectId)
    .where('apply_at', 'is not', null)
    .execute();
  await db
    .updateTable('rf_settings')
    .set({ next_at: now })
    .where('project_id', '=', projectId)
    .where('next_at', 'is not', null)
    .execute();
  await world.clock.advance(3_000);
  await rfPlanner.processAll();
}

const SCHEDULED = { ...DEFAULT_RF_SETTINGS, mode: 'scheduled' as const };

/** Returns a crowd with its plan. */
async function playPlanned() {
  const site = await playCrowd(world, owner, 3);
  return { site, run: await site.plan() };
}

const schedule = async (site: Crowd, run: RfRunDetail, browser = owner) => {
  const params = { ...site.params, runId: run.id };
  const { run: waiting, job } = await browser.call('rfPlanApply', {
    params,
    body: { revision: 0, when: 'quiet-hour' },
  });
  expect(job).toBeUndefined();
  return waiting;
};

test('applies a plan at the quiet hour of the project', async () => {
  const { run, site } = await playPlanned();
  await using _site = site;
  const waiting = await schedule(site, run);
  expect(waiting.application).toMatchObject({ state: 'waiting', changes: 2 });
  expect(new Date(waiting.application?.at ?? '').toLocaleTimeString('en-GB', { timeZone: ZONE })).toBe(
    '03:00:00',
  );
  expect(waiting.can.apply).toMatchObject({
    allowed: false,
    reason: 'The plan waits for the quiet hour. Cancel that first.',
  });
  const now = { params: { ...site.params, runId: run.id }, body: { revision: 0, when: 'now' as const } };
  expect((await owner.refused('rfPlanApply', now)).status).toBe(409);
  await makeDue(site);
  const applied = await site.read(run.id);
  expect(applied.application).toMatchObject({ state: 'applied', changes: 2, jobId: expect.any(String) });
});

test('cancels a plan that waits for the quiet hour', async () => {
  const { run, site } = await playPlanned();
  await using _site = site;
  await schedule(site, run);
  await owner.call('rfApplicationCancel', { params: { ...site.params, runId: run.id } });
  await makeDue(site);
  expect((await site.read(run.id)).application).toBeUndefined();
});

test('applies nothing for an account that may no longer change the project', async () => {
  await using site = await playCrowd(world, owner, 3);
  await owner.call('identityConfirm', { body: { password: TEST_PASSWORD } });
  const helper = await world.signedUp('rf-helper@example.com');
  const { id: shareId } = await owner.call('shareCreate', {
    params: site.params,
    body: { account: 'rf-helper@example.com', right: 'rw', validity: { kind: 'permanent' } },
  });
  const run = await site.plan();
  await schedule(site, run, helper);
  await owner.call('shareRemove', { params: { ...site.params, shareId } });
  await makeDue(site);
  expect((await site.read(run.id)).application).toMatchObject({
    state: 'refused',
    reason: expect.any(String),
  });
});

test('gives the reason why a plan was not applied at the quiet hour', async () => {
  const { run, site } = await playPlanned();
  await using _site = site;
  await schedule(site, run);
  await site.report([1, 1, 1]);
  await makeDue(site);
  expect((await site.read(run.id)).application).toMatchObject({
    state: 'refused',
    reason: expect.stringMatching(/^The plan no longer fits the site. Plan again. /),
  });
});

test('runs at the quiet hour of the chosen days, and applies a plan that brings enough', async () => {
  await using site = await playCrowd(world, owner, 3);
  const { params } = site;
  const body = { ...SCHEDULED, leastImprovementPercent: 50, version: 0 };
  await owner.call('rfSettingsSave', { params, body });
  await makeDue(site);
  const [first, ...others] = (await owner.call('rfRunList', { params })).items;
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    trigger: 'scheduled',
    state: 'completed',
    application: { state: 'applied', changes: 2 },
  });
  // Radios that have just changed rest in the next run.
  await makeDue(site);
  const [second] = (await owner.call('rfRunList', { params })).items;
  const { plan } = await site.read(second?.id ?? '');
  expect(plan?.rows.filter(({ kept }) => kept === 'resting')).toHaveLength(2);
  // The next run without devices is an entry with its reason.
  for (const device of site.devices) await device.off();
  await pollUntil(async () => {
    await world.clock.advance(10_000);
    return (await owner.call('rfInterferenceGet', { params })).online === 0;
  });
  await makeDue(site);
  expect((await owner.call('rfRunList', { params })).items[0]).toMatchObject({
    trigger: 'scheduled',
    state: 'failed',
    problem: 'Unable to optimize with fewer than 2 online devices',
  });
});
