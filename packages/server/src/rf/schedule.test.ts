import { DEFAULT_RF_SETTINGS, type RfRunDetail, type RfSettings } from '@northlight/contract';
import { MINUTE_MS } from '@northlight/runtime';
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

const waitFor = async (at: number | string): Promise<void> => {
  await world.clock.advance(new Date(at).getTime() - world.clock.now() + 1_000);
  await world.services.rfPlanner.processAll();
};

/** Returns the next full minute (ms). */
const nextMinute = (): number => (Math.floor(world.clock.now() / MINUTE_MS) + 1) * MINUTE_MS;

/** Advances to the end of a minute, so that access points stay online until the quiet hour without another report. */
const approachMinute = (): Promise<void> => world.clock.advance(nextMinute() - world.clock.now() + 45_000);

/** Returns settings whose quiet hour begins in the next minute. */
function createSettings(values: Partial<RfSettings> = {}) {
  const quietHour = new Date(nextMinute()).toLocaleTimeString('en-GB', {
    timeZone: ZONE,
    hour: '2-digit',
    minute: '2-digit',
  });
  return { ...DEFAULT_RF_SETTINGS, quietHour, ...values, version: 0 };
}

/** Returns a crowd with a quiet hour in the next minute, and its plan. */
async function playPlanned() {
  await approachMinute();
  const site = await playCrowd(world, owner, 3);
  await owner.call('rfSettingsSave', { params: site.params, body: createSettings() });
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
  expect(waiting.can.apply).toMatchObject({
    allowed: false,
    reason: 'The plan waits for the quiet hour. Cancel that first.',
  });
  await waitFor(waiting.application?.at ?? '');
  const applied = await site.read(run.id);
  expect(applied.application).toMatchObject({ state: 'applied', changes: 2, jobId: expect.any(String) });
});

test('cancels a plan that waits for the quiet hour', async () => {
  const { run, site } = await playPlanned();
  await using _site = site;
  const waiting = await schedule(site, run);
  await owner.call('rfApplicationCancel', { params: { ...site.params, runId: run.id } });
  await waitFor(waiting.application?.at ?? '');
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
  const waiting = await schedule(site, run, helper);
  await owner.call('shareRemove', { params: { ...site.params, shareId } });
  await waitFor(waiting.application?.at ?? '');
  expect((await site.read(run.id)).application).toMatchObject({
    state: 'refused',
    reason: expect.any(String),
  });
});

test('gives the reason why a plan was not applied at the quiet hour', async () => {
  const { run, site } = await playPlanned();
  await using _site = site;
  const { application } = await schedule(site, run);
  await site.report([1, 1, 1]);
  await waitFor(application?.at ?? '');
  expect((await site.read(run.id)).application).toMatchObject({
    state: 'refused',
    reason: expect.stringMatching(/^The plan no longer fits the site. Plan again. /),
  });
});

test('runs at the quiet hour of the chosen days, and applies a plan that brings enough', async () => {
  await approachMinute();
  await using site = await playCrowd(world, owner, 3);
  const { params } = site;
  await owner.call('rfSettingsSave', {
    params,
    body: createSettings({ mode: 'scheduled', leastImprovementPercent: 50 }),
  });
  await waitFor(nextMinute());
  const [first, ...others] = (await owner.call('rfRunList', { params })).items;
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    trigger: 'scheduled',
    state: 'completed',
    application: { state: 'applied', changes: 2 },
  });
  // Radios that have just changed rest in the next run.
  await world.services.db
    .updateTable('rf_settings')
    .set({ next_at: new Date(world.clock.now()) })
    .where('project_id', '=', site.projectId)
    .execute();
  await waitFor(world.clock.now() + 3_000);
  const [second] = (await owner.call('rfRunList', { params })).items;
  const { plan } = await site.read(second?.id ?? '');
  expect(plan?.rows.filter(({ kept }) => kept === 'resting')).toHaveLength(2);
  // The next run without devices is an entry with its reason.
  for (const device of site.devices) await device.off();
  await pollUntil(async () => {
    await world.clock.advance(10_000);
    return (await owner.call('rfInterferenceGet', { params })).online === 0;
  });
  await owner.call('rfSettingsSave', {
    params,
    body: { ...createSettings({ mode: 'scheduled' }), version: 1 },
  });
  await waitFor(nextMinute());
  expect((await owner.call('rfRunList', { params })).items[0]).toMatchObject({
    trigger: 'scheduled',
    state: 'failed',
    problem: 'Unable to optimize with fewer than 2 online devices',
  });
});
