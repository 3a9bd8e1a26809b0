import { DEFAULT_RF_SETTINGS } from '@northlight/contract';
import { HOUR_MS, MINUTE_MS } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { writeHistory } from '../../telemetry/testing/history.ts';
import { startTestServer, type TestBrowser, type TestServer } from '../../testing/index.ts';
import { playRadarSite } from '../testing/radar-site.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

type RadarSite = Awaited<ReturnType<typeof playRadarSite>>;

const setAutomatic = ({ params }: RadarSite) =>
  owner.call('rfSettingsSave', {
    params,
    body: { ...DEFAULT_RF_SETTINGS, mode: 'auto', maxWidthMhz: 20, version: 0 },
  });

/** Lets the time of an hour ago be the one from which an automatic run may start, and runs what is due. */
async function look({ params, projectId }: RadarSite, hasPassed = true) {
  if (hasPassed)
    await world.services.db
      .updateTable('rf_settings')
      .set({ auto_at: new Date(world.clock.now()) })
      .where('project_id', '=', projectId)
      .execute();
  await world.clock.advance(3_000);
  await world.services.rfPlanner.processAll();
  return (await owner.call('rfRunList', { params })).items;
}

const FAR = { channel: 100, isFar: true };

test('radar plans the neighbourhood of its access point at once, and not again for an hour', async () => {
  await using site = await playRadarSite(world, owner, 4);
  const [first, , , far] = site.devices;
  await setAutomatic(site);
  await site.report([{ channel: 100 }, { channel: 100 }, { channel: 100 }, FAR]);
  expect(await look(site)).toEqual([]);
  const radar = [{ channels: [100], ageSeconds: 2 }];
  await site.report([{ channel: 100, radar }, { channel: 100 }, { channel: 100 }, FAR]);
  const [run, ...others] = await look(site);
  expect(others).toEqual([]);
  const { name } = await owner.call('deviceGet', { params: { ...site.params, deviceId: first?.id ?? '' } });
  expect(run).toMatchObject({
    trigger: 'auto',
    cause: `Radar on channel 100 at ${name}.`,
    state: 'completed',
    application: { state: 'applied' },
  });
  const { plan } = await site.read(run?.id ?? '');
  const getRow = (id: string | undefined) => plan?.rows.find(({ deviceId }) => deviceId === id);
  expect(getRow(first?.id)).toMatchObject({ mustLeave: 'radar' });
  expect(getRow(first?.id)?.proposed.channel).not.toBe(100);
  expect(getRow(far?.id)).toMatchObject({ kept: 'elsewhere', proposed: { channel: 100 } });
  expect(plan?.rows.filter(({ kept }) => kept === 'elsewhere')).toHaveLength(1);
  // More radar within the hour starts nothing; the channel is replaced in what the device is sent.
  await site.report([
    { channel: 100, radar: [...radar, { channels: [52], ageSeconds: 1 }] },
    { channel: 100 },
  ]);
  await world.clock.advance(2 * MINUTE_MS);
  expect(await look(site, false)).toHaveLength(1);
  const { auto_at: next } = await world.services.db
    .selectFrom('rf_settings')
    .select('auto_at')
    .where('project_id', '=', site.projectId)
    .executeTakeFirstOrThrow();
  expect((next?.getTime() ?? 0) - world.clock.now()).toBeGreaterThan(HOUR_MS / 2);
});

test('a busy channel plans its neighbourhood after 15 min, once', async () => {
  await using site = await playRadarSite(world, owner, 3);
  const [busy] = site.devices;
  await setAutomatic(site);
  const report = (busyPercent: number) =>
    site.report([{ channel: 100, busyPercent }, { channel: 100, busyPercent: 40 }, FAR]);
  const measure = (minutes: number, busyPercent: number) =>
    writeHistory(
      world.services.telemetry,
      { deviceId: busy?.id ?? '', projectId: site.projectId },
      { from: world.clock.now() - minutes * MINUTE_MS, to: world.clock.now() },
      () => ({
        radios: [
          { id: 'radio1', up: true, channel: 100, ssids: [], busyPercent, txPercent: 20, rxPercent: 10 },
        ],
      }),
    );
  await measure(8, 80);
  await report(80);
  expect(await look(site)).toEqual([]);
  await measure(15, 80);
  const [run, ...others] = await look(site);
  expect(others).toEqual([]);
  expect(run).toMatchObject({
    trigger: 'auto',
    cause: expect.stringMatching(/^Channel 100 was at least 80 % busy for 15 min at /),
  });
  // Still busy: the run has planned with that.
  await report(80);
  expect(await look(site)).toHaveLength(1);
});

test('a new access point plans its neighbourhood when it has been online for 10 min', async () => {
  await using site = await playRadarSite(world, owner, 3);
  const { db } = world.services;
  await site.report([{ channel: 100 }, { channel: 100 }, { channel: 100 }]);
  await site.plan();
  await setAutomatic(site);
  expect(await look(site)).toHaveLength(1);
  const [added] = site.devices;
  await db
    .updateTable('devices')
    .set({ created_at: new Date(world.clock.now()) })
    .where('id', '=', added?.id ?? '')
    .execute();
  expect(await look(site)).toHaveLength(1);
  await db
    .updateTable('devices')
    .set({ state_at: new Date(world.clock.now() - 10 * MINUTE_MS) })
    .where('id', '=', added?.id ?? '')
    .execute();
  const [run] = await look(site);
  expect(run).toMatchObject({ trigger: 'auto', cause: expect.stringMatching(/^New access point: /) });
  expect(await look(site)).toHaveLength(2);
});

test.each(['manual', 'scheduled'] as const)('mode %s starts nothing after radar', async (mode) => {
  await using site = await playRadarSite(world, owner, 2);
  await owner.call('rfSettingsSave', {
    params: site.params,
    body: { ...DEFAULT_RF_SETTINGS, mode, version: 0 },
  });
  await site.report([{ channel: 100, radar: [{ channels: [100], ageSeconds: 2 }] }, { channel: 100 }]);
  expect(await look(site)).toEqual([]);
});

test('waits while a plan waits for the quiet hour', async () => {
  await using site = await playRadarSite(world, owner, 2);
  await setAutomatic(site);
  await site.report([{ channel: 100 }, { channel: 100 }]);
  const { id: runId } = await site.plan();
  const params = { ...site.params, runId };
  await owner.call('rfPlanApply', { params, body: { revision: 0, when: 'quiet-hour' } });
  await site.report([{ channel: 100, radar: [{ channels: [100], ageSeconds: 2 }] }, { channel: 100 }]);
  expect(await look(site)).toHaveLength(1);
  await owner.call('rfApplicationCancel', { params });
  expect(await look(site)).toHaveLength(2);
});
