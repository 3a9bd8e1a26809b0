import { DEFAULT_RF_SETTINGS, EMPTY_WIRELESS, RF_FLAGS, type RfRunDetail } from '@northlight/contract';
import { HOUR_MS } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { playSite, pollUntil, startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';
import { playCrowd } from './testing/crowd.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const read = async (params: { projectId: number }, runId: string): Promise<RfRunDetail> =>
  owner.call('rfRunGet', { params: { ...params, runId } });

test('plans the channels of access points that receive each other, and proves how good the plan is', async () => {
  await using site = await playCrowd(world, owner, 4);
  const { params } = site;
  const started = await owner.call('rfRunStart', { params });
  expect(started).toMatchObject({ state: 'running', percent: 0, trigger: 'manual' });
  await world.services.rfPlanner.processAll();
  const { plan, ...run } = await read(params, started.id);
  expect(run).toMatchObject({ state: 'completed', percent: 100, changes: 2, endedAt: expect.any(String) });
  if (!plan) throw new Error('There is no plan.');
  const channels = plan.rows.map(({ proposed }) => proposed.channel).sort((one, other) => one - other);
  expect(new Set(channels)).toEqual(new Set([1, 6, 11]));
  expect(plan.rows.map(({ neighboursBefore }) => neighboursBefore)).toEqual([3, 3, 3, 3]);
  expect(
    plan.rows.map(({ neighboursAfter }) => neighboursAfter).toSorted((one, other) => one - other),
  ).toEqual([0, 0, 1, 1]);
  expect(plan.interferenceAfter).toBeCloseTo(plan.interferenceBefore / 6, 6);
  expect(plan.gap).toBeLessThan(0.02);
  expect(plan.budget).toHaveLength(3);
  expect(plan.budget[0]).toBe(0);
  expect(plan.budget.at(-1)).toBe(1);
  const { can: _can, outdated: _outdated, selection: _selection, ...listed } = run;
  expect((await owner.call('rfRunList', { params })).items).toEqual([listed]);
});

test('keeps radios by flag and by hand, and gives no excluded channel', async () => {
  await using site = await playCrowd(world, owner, 4);
  const { devices, params } = site;
  const [flagged, set] = devices;
  if (!flagged || !set) throw new Error('The devices are missing.');
  const radioId = 'radio0';
  const settings = {
    ...DEFAULT_RF_SETTINGS,
    version: 0,
    excludedChannels: [11],
    radios: [{ deviceId: flagged.id, radioId, flag: RF_FLAGS.keep }],
  };
  expect(await owner.call('rfSettingsSave', { params, body: settings })).toEqual({ ...settings, version: 1 });
  expect((await owner.refused('rfSettingsSave', { params, body: settings })).status).toBe(409);
  await owner.call('networkConfigApply', {
    params,
    body: {
      baseVersion: 0,
      config: {
        vlans: [],
        dhcpPools: [],
        wireless: {
          ...EMPTY_WIRELESS,
          radios: [{ deviceId: set.id, radioId, channel: 6, widthMhz: 'auto', powerDbm: 'auto' }],
        },
      },
    },
  });
  const { id } = await owner.call('rfRunStart', { params });
  await world.services.rfPlanner.processAll();
  const { plan } = await read(params, id);
  const byDevice = new Map(plan?.rows.map((row) => [row.deviceId, row]));
  expect(byDevice.get(flagged.id)).toMatchObject({ kept: 'by-flag', proposed: { channel: 6 } });
  expect(byDevice.get(set.id)).toMatchObject({ kept: 'by-hand', proposed: { channel: 6 } });
  expect(plan?.rows.map(({ proposed }) => proposed.channel).toSorted((one, other) => one - other)).toEqual([
    1, 1, 6, 6,
  ]);
});

test('refuses a run with fewer than 2 online devices, a second one, and new settings meanwhile', async () => {
  await using site = await playCrowd(world, owner, 2);
  const { devices, params } = site;
  const both = await Promise.allSettled([1, 2].map(() => owner.call('rfRunStart', { params })));
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await owner.refused('rfRunStart', { params })).body.code).toBe(2104);
  const body = { ...DEFAULT_RF_SETTINGS, version: 0 };
  expect((await owner.refused('rfSettingsSave', { params, body })).body.code).toBe(27);
  await world.services.rfPlanner.processAll();
  await devices[0]?.off();
  await pollUntil(async () => {
    await world.clock.advance(10_000);
    return (await owner.call('rfInterferenceGet', { params })).online === 1;
  });
  const refused = await owner.refused('rfRunStart', { params });
  expect(refused.body).toMatchObject({
    code: 34,
    message: 'Unable to optimize with fewer than 2 online devices',
  });
});

test('ends a run on request with the best plan so far, and one that takes too long', async () => {
  await using site = await playCrowd(world, owner, 3);
  const { params } = site;
  const { id } = await owner.call('rfRunStart', { params });
  const cancelled = await owner.call('rfRunCancel', { params: { ...params, runId: id } });
  expect(cancelled).toMatchObject({
    state: 'cancelled',
    problem: expect.stringMatching(/^Cancelled by .+\.$/),
  });
  await world.services.rfPlanner.processAll();
  expect(await read(params, id)).toEqual(cancelled);
  const late = await owner.call('rfRunStart', { params });
  await world.services.db
    .updateTable('rf_runs')
    .set({ started_at: new Date(world.clock.now() - HOUR_MS) })
    .where('id', '=', late.id)
    .execute();
  await world.services.rfPlanner.processAll();
  expect(await read(params, late.id)).toMatchObject({
    state: 'failed',
    problem: 'The optimization took longer than 10 min.',
  });
});

test('shows no run of another project', async () => {
  await using site = await playCrowd(world, owner, 2);
  await using other = await playSite(world, owner, 'NL-AP6C');
  const { id } = await owner.call('rfRunStart', { params: site.params });
  const params = { ...other.params, runId: id };
  expect((await owner.refused('rfRunGet', { params })).status).toBe(404);
  expect((await owner.refused('rfRunCancel', { params })).status).toBe(404);
  expect((await read(site.params, id)).state).not.toBe('cancelled');
});
