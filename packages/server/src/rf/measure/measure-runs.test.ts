import { MINUTE_MS, DAY_MS } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { pollUntil, startTestServer, type TestBrowser, type TestServer } from '../../testing/index.ts';
import { writeHistory } from '../../telemetry/testing/history.ts';
import { WORSE_REASON } from './measure-runs.ts';
import { playCrowd } from '../testing/crowd.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

type Crowd = Awaited<ReturnType<typeof playCrowd>>;

/** Stores what the radios of all access points measured between two times. */
async function measure(site: Crowd, from: number, to: number, others: number): Promise<void> {
  for (const { id: deviceId } of site.devices)
    await writeHistory(
      world.services.telemetry,
      { deviceId, projectId: site.projectId },
      { from, to, everyMs: 5 * MINUTE_MS },
      () => ({
        radios: [
          {
            id: 'radio0',
            up: true,
            channel: 6,
            ssids: [],
            busyPercent: 15 + others,
            txPercent: 10,
            rxPercent: 5,
          },
        ],
      }),
    );
}

/** Returns a crowd with a week of history in which others use 30 % of the airtime, and an applied plan. */
async function playApplied() {
  const site = await playCrowd(world, owner, 3);
  const now = world.clock.now();
  await measure(site, now - 7 * DAY_MS, now, 30);
  const { id } = await site.plan();
  const { job } = await owner.call('rfPlanApply', {
    params: { ...site.params, runId: id },
    body: { revision: 0, when: 'now' },
  });
  await site.confirmAll(job?.id ?? '');
  return { site, id };
}

/** Advances by windows of 15 min in which others use this airtime. */
async function passWindows(site: Crowd, count: number, others: number): Promise<void> {
  for (let window = 0; window < count; window += 1) {
    const from = world.clock.now();
    await measure(site, from, from + 15 * MINUTE_MS, others);
    await world.clock.advance(15 * MINUTE_MS);
    await world.services.rfPlanner.processAll();
  }
}

test('compares the airtime that others use with the same hours before the plan', async () => {
  const { id, site } = await playApplied();
  await using _site = site;
  await passWindows(site, 4, 12);
  const { measured, measurement, plan, predicted } = await site.read(id);
  expect(predicted).toBeLessThan(0);
  // The plan counts with the mean load of 15 %, and not with the 20 clients of the moment.
  for (const { othersBefore } of plan?.rows ?? []) expect(othersBefore).toBeCloseTo(2 * 0.15 * 0.968, 2);
  expect(measured).toBeCloseTo(12 / 30 - 1, 2);
  expect(measurement?.windows.length).toBeGreaterThanOrEqual(2);
  expect(measurement?.windows.at(-1)).toMatchObject({
    loss: expect.closeTo(0.12, 3),
    expected: expect.closeTo(0.3, 3),
  });
  expect(measurement?.radios).toHaveLength(3);
  for (const radio of measurement?.radios ?? [])
    expect(radio).toMatchObject({ before: expect.closeTo(0.3, 3), after: expect.closeTo(0.12, 3) });
});

test('takes a plan back that makes the site worse in two windows, with its reason', async () => {
  const { id, site } = await playApplied();
  await using _site = site;
  await passWindows(site, 2, 30);
  expect((await site.read(id)).application?.state).toBe('applied');
  await passWindows(site, 3, 36);
  const run = await site.read(id);
  expect(run.application).toMatchObject({
    state: 'restored',
    reason: WORSE_REASON,
    restoreJobId: expect.any(String),
  });
  const { config } = await owner.call('networkConfigGet', { params: site.params });
  expect(config.wireless?.radios.map(({ channel }) => channel)).toEqual([6, 6]);
  const logs = await owner.call('logList', { params: site.params, query: {} });
  expect(JSON.stringify(logs)).toContain('The channel plan was taken back.');
  const listAlarms = async () => (await owner.call('alarmList', { params: site.params, query: {} })).items;
  const [alarm] = await pollUntil(async () => {
    await world.clock.advance(1_000);
    const alarms = await listAlarms();
    return alarms.length > 0 ? alarms : undefined;
  });
  expect(alarm).toMatchObject({
    kind: 'channel-plan-worse',
    event: `The channel plan was taken back. ${WORSE_REASON}`,
  });
});
